import { AuthError } from '@social/core/platform'

import { type FaultRow, refusalMessage } from './row.js'
import { RATE_LIMIT_CODES } from './shared-rows.js'

/**
 * Creates the rule for refusals of the token endpoints: the code, the exchanged token or the app
 * is invalid. Does not match rate limits and outages.
 *
 * @param advice - Sentence about the correct pair of app id and secret. The sign-in page does not
 * detect a wrong pair.
 */
export function refusedSignIn(advice: string): FaultRow {
  return {
    when: ({ url, code, isTransient }) =>
      url.pathname.endsWith('access_token') && code !== 2 && !isTransient && !RATE_LIMIT_CODES.has(code ?? 0),
    make: (fault, details) =>
      new AuthError(
        refusalMessage(
          `${details.platform} refused the sign-in`,
          fault,
          `Start the sign-in again. ${advice}`,
        ),
        details,
      ),
  }
}
