import { definePlatform } from '@social/core/platform'

import { addressing } from './addresses.js'
import { engaging } from './engage/index.js'
import { APP_ADVICE, readError } from './errors/index.js'
import { limiting, rateLimitKey, readRateLimit } from './limits.js'
import { actionsOf } from './map/index.js'
import { type FacebookOptions, readSettings } from './options.js'
import { publishing } from './publish/index.js'
import { reading } from './read/index.js'
import { signingIn } from './sign-in/index.js'
import { checkingState } from './state.js'
import { polling } from './updates.js'
import { pushing } from './webhook/index.js'

/**
 * Return type of `facebook()`. The type has a name so that applications can export clients that
 * contain it.
 */
export interface FacebookPlatform extends ReturnType<typeof define> {}

/**
 * Creates the platform for Facebook Pages: text, links, pictures, videos, reels, stories,
 * comments, and webhook updates.
 *
 * @param options - Settings. All are optional.
 * @throws ConfigError for an unknown option, a value out of its range, or an invalid URL.
 * @example
 * const client = new SocialClient({ storage, platforms: { facebook: facebook() } })
 */
export function facebook(options: FacebookOptions = {}): FacebookPlatform {
  return define(options)
}

function define(options: FacebookOptions) {
  const settings = readSettings(options)
  return definePlatform({
    name: 'facebook',
    displayName: 'Facebook',
    developerPortal: 'https://developers.facebook.com/apps',
    missingAppAdvice: `${APP_ADVICE} Before App Review and business verification it works only for people with a role on the app.`,
    loginHints: ['configId', 'rerequest'],
    features: [
      'POST_TEXT',
      'POST_IMAGE',
      'POST_VIDEO',
      'SCHEDULE',
      'EDIT_POST',
      'DELETE_POST',
      'READ_STATS',
      'PUSH_UPDATES',
      'REPLY_TO_COMMENTS',
      'LIKE',
    ],
    http: { rateLimitKey, readRateLimit },
    readError,
    contentOptions: ['link'],
    updateActions: actionsOf,
    ...addressing(settings),
    ...limiting(settings),
    ...signingIn(settings),
    ...publishing(settings),
    ...checkingState(settings),
    ...reading(settings),
    ...engaging(settings),
    ...polling(settings),
    ...pushing(settings),
  })
}
