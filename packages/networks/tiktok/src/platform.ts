import { definePlatform } from '@social/core/platform'

import { addressing } from './addresses.js'
import { readError } from './errors/index.js'
import { limiting } from './limits.js'
import { readSettings, type TiktokOptions } from './options.js'
import { publishing } from './publish/index.js'
import { reading } from './read.js'
import { APP_ADVICE, DEVELOPER_PORTAL, signingIn } from './sign-in.js'
import { checkingState } from './state.js'
import { pushing } from './webhook/index.js'

/**
 * Return type of `tiktok()`. The type has a name so that applications can export clients that
 * contain it.
 */
export interface TiktokPlatform extends ReturnType<typeof define> {}

/**
 * Creates the TikTok platform: posts one video to a person's drafts or profile, reads its publish
 * state, and receives pushed events.
 *
 * @param options - Settings. All are optional.
 * @throws ConfigError for an unknown option, a value out of its range, or an invalid URL.
 * @example
 * const client = new SocialClient({ storage, platforms: { tiktok: tiktok() } })
 */
export function tiktok(options: TiktokOptions = {}): TiktokPlatform {
  return define(options)
}

function define(options: TiktokOptions) {
  const settings = readSettings(options)
  return definePlatform({
    name: 'tiktok',
    displayName: 'TikTok',
    developerPortal: DEVELOPER_PORTAL,
    missingAppAdvice: APP_ADVICE,
    loginHints: ['disableAutoAuth'],
    features: ['POST_VIDEO', 'PUSH_UPDATES'],
    readError,
    ...addressing(settings),
    ...limiting(settings),
    ...signingIn(settings),
    ...publishing(settings),
    ...checkingState(settings),
    ...reading(settings),
    ...pushing(settings),
  })
}
