import { definePlatform } from '@social/core/platform'

import { addressing } from './addresses.js'
import { engaging } from './engage/index.js'
import { readError } from './errors/index.js'
import { limiting } from './limits.js'
import { actionsFor } from './map/index.js'
import { readSettings, type YoutubeOptions } from './options.js'
import { publishing } from './publish/index.js'
import { reading } from './read/index.js'
import { APP_ADVICE, DEVELOPER_PORTAL, signingIn } from './sign-in/index.js'
import { checkingState } from './state.js'
import { polling } from './updates.js'

/**
 * Return type of `youtube()`. The type has a name so that applications can export clients that
 * contain it.
 */
export interface YoutubePlatform extends ReturnType<typeof define> {}

/**
 * Creates the YouTube platform: publishes videos, reads their state and statistics, and handles
 * comments on videos.
 *
 * @param options - Settings. All are optional.
 * @throws ConfigError for an unknown option, a value out of its range, or an invalid URL.
 * @example
 * const client = new SocialClient({ storage, platforms: { youtube: youtube() } })
 */
export function youtube(options: YoutubeOptions = {}): YoutubePlatform {
  return define(options)
}

function define(options: YoutubeOptions) {
  const settings = readSettings(options)
  return definePlatform({
    name: 'youtube',
    displayName: 'YouTube',
    developerPortal: DEVELOPER_PORTAL,
    missingAppAdvice: APP_ADVICE,
    textOnlyAdvice: 'Every YouTube post requires a video.',
    loginHints: ['loginHint', 'lang'],
    features: ['POST_VIDEO', 'SCHEDULE', 'READ_STATS', 'EDIT_POST'],
    readError,
    updateActions: actionsFor,
    ...addressing(settings),
    ...limiting(settings),
    ...signingIn(settings),
    ...publishing(settings),
    ...checkingState(settings),
    ...reading(settings),
    ...engaging(settings),
    ...polling(settings),
  })
}
