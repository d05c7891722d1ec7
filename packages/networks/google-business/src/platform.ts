import { definePlatform } from '@social/core/platform'

import { addressing } from './addresses.js'
import { managingBusiness } from './business/index.js'
import { engaging } from './engage/index.js'
import { readError } from './errors/index.js'
import { limiting } from './limits.js'
import { type GoogleBusinessOptions, readSettings } from './options.js'
import { publishing } from './publish/index.js'
import { APP_ADVICE, DEVELOPER_PORTAL, signingIn } from './sign-in/index.js'
import { polling } from './updates/index.js'
import { pushing } from './webhook/index.js'

/**
 * Return type of `googleBusiness()`. The type has a name so that applications can export clients
 * that contain it.
 */
export interface GoogleBusinessPlatform extends ReturnType<typeof define> {}

/**
 * Creates the platform for Google Business Profile: posts of a location, reviews and replies, the
 * listing and its verification.
 *
 * @param options - Settings. All are optional.
 * @throws ConfigError for an unknown option, a value out of its range, or an invalid URL.
 * @example
 * const client = new SocialClient({ storage, platforms: { google_business: googleBusiness() } })
 */
export function googleBusiness(options: GoogleBusinessOptions = {}): GoogleBusinessPlatform {
  return define(options)
}

function define(options: GoogleBusinessOptions) {
  const settings = readSettings(options)
  return definePlatform({
    name: 'google_business',
    displayName: 'Google Business Profile',
    developerPortal: DEVELOPER_PORTAL,
    missingAppAdvice: APP_ADVICE,
    loginHints: ['loginHint', 'lang'],
    features: ['POST_TEXT', 'POST_IMAGE', 'PUSH_UPDATES', 'DELETE_POST', 'EDIT_POST'],
    readError,
    ...addressing(settings),
    ...limiting(settings),
    ...signingIn(settings),
    ...publishing(settings),
    ...engaging(settings),
    ...polling(settings),
    ...pushing(settings),
    ...managingBusiness(settings),
  })
}
