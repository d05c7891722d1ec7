import type { CanResumeLogin, CanRevoke, PlatformBase } from '@social/core/platform'
import { googleSignIn } from '@social/google-kit'

import { SCOPE } from '../errors/index.js'
import { lastPartOf } from '../map/index.js'
import type { Settings } from '../options.js'
import { LOCATIONS, readLocations } from './locations.js'

/** Page to create apps. https://developers.google.com/my-business/content/basic-setup (copy of 2026) */
export const DEVELOPER_PORTAL = 'https://console.cloud.google.com/apis/credentials'

/** Advice for developers who create an app. */
export const APP_ADVICE =
  'It is an OAuth client of type "Web application". Enable the Business Profile APIs for its project (Account Management, Business Information, Verifications, My Business), and apply for access to them at https://developers.google.com/my-business/content/prereqs: until Google has approved the project manually, every quota is 0.'

/**
 * Methods for sign-in and token refresh. The type is declared here because the bundle of the
 * internal kit contains no types.
 */
type SignIn = Pick<PlatformBase, 'startLogin' | 'finishLogin' | 'renewal' | 'refresh'> &
  CanResumeLogin &
  CanRevoke

/**
 * Signs a person in with Google, then offers a choice of locations from all accounts and groups.
 * https://developers.google.com/my-business/content/implement-oauth (copy of 2026)
 */
export function signingIn({ addresses }: Settings): SignIn {
  return googleSignIn({
    platform: 'google_business',
    addresses,
    scopes: [SCOPE],
    appAdvice: `Create one at ${DEVELOPER_PORTAL}. ${APP_ADVICE}`,
    choices: LOCATIONS,
    readChoices: (token, call) => readLocations(addresses, token, call),
    toAccount: (locationName, title) => ({
      accountId: lastPartOf(locationName),
      accountName: title,
      extra: { locationName },
    }),
  })
}
