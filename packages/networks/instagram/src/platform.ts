import { definePlatform } from '@social/core/platform'

import { addressing } from './addresses.js'
import { engaging } from './engage.js'
import { APP_ADVICE, readError } from './errors/index.js'
import { limiting, rateLimitKey, readRateLimit } from './limits.js'
import { actionsOf } from './map.js'
import { type InstagramOptions, readSettings } from './options.js'
import { publishing } from './publish/index.js'
import { reading } from './read/index.js'
import { signingIn } from './sign-in/index.js'
import { polling } from './updates.js'
import { pushing } from './webhook.js'

/**
 * Type of `instagram()`. The interface has a name, so that applications can export a client that
 * contains this type.
 */
export interface InstagramPlatform extends ReturnType<typeof define> {}

/**
 * Creates the network Instagram with Instagram Login: pictures, reels, carousels and stories,
 * comments on them, and webhook updates.
 *
 * @param options - Settings. All are optional.
 * @throws ConfigError for an unknown option, a value out of its range, or an invalid URL.
 * @example
 * const client = new SocialClient({ storage, platforms: { instagram: instagram() } })
 */
export function instagram(options: InstagramOptions = {}): InstagramPlatform {
  return define(options)
}

function define(options: InstagramOptions) {
  const settings = readSettings(options)
  return definePlatform({
    name: 'instagram',
    displayName: 'Instagram',
    developerPortal: 'https://developers.facebook.com/apps',
    missingAppAdvice: APP_ADVICE,
    loginHints: ['forceReauth'],
    features: ['POST_IMAGE', 'POST_VIDEO', 'READ_STATS', 'PUSH_UPDATES'],
    http: { rateLimitKey, readRateLimit },
    readError,
    updateActions: actionsOf,
    ...addressing(settings),
    ...limiting(settings),
    ...signingIn(settings),
    ...publishing(settings),
    ...reading(settings),
    ...engaging(settings),
    ...polling(settings),
    ...pushing(settings),
  })
}
