import { AuthError } from '@social/core/platform'

import { type FaultRow, refusalMessage } from './row.js'
import { RATE_LIMIT_CODES } from './shared-rows.js'

/**
 * Refusals of the token endpoints: the code, the exchanged token, or the app. Rate limits and outages keep their
 * errors.
 *
 * @param advice - Sentence naming the correct pair of id and secret. A wrong pair passes the sign-in page.
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
