import { definePlatform } from '@social/core/platform'

import { addressing } from './addresses.js'
import { readError } from './errors/index.js'
import { limiting } from './limits.js'
import { type PinterestOptions, readSettings } from './options.js'
import { publishing } from './publish/index.js'
import { reading } from './read/index.js'
import { APP_ADVICE, DEVELOPER_PORTAL, signingIn } from './sign-in.js'

/**
 * Return type of `pinterest()`. The type has a name so that applications can export clients that
 * contain it.
 */
export interface PinterestPlatform extends ReturnType<typeof define> {}

/**
 * Pinterest: pins with one to five images or a video, on a board of the account, and their statistics.
 *
 * @param options - Settings. All are optional.
 * @throws ConfigError for an unknown option, a value out of its range, or an invalid URL.
 * @example
 * const client = new SocialClient({ storage, platforms: { pinterest: pinterest() } })
 */
export function pinterest(options: PinterestOptions = {}): PinterestPlatform {
  return define(options)
}

function define(options: PinterestOptions) {
  const settings = readSettings(options)
  return definePlatform({
    name: 'pinterest',
    displayName: 'Pinterest',
    developerPortal: DEVELOPER_PORTAL,
    missingAppAdvice: APP_ADVICE,
    textOnlyAdvice: 'Every pin is a picture or a video, and Post.text is its description.',
    features: ['POST_IMAGE', 'POST_VIDEO', 'EDIT_POST', 'DELETE_POST', 'READ_POST', 'READ_STATS'],
    readError,
    ...addressing(settings),
    ...limiting(settings),
    ...signingIn(settings),
    ...publishing(settings),
    ...reading(settings),
  })
}
