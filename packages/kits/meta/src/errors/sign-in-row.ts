import { AuthError } from '@social/core/platform'

import { type FaultRow, refusalMessage } from './row.js'
import { RATE_LIMIT_CODES } from './shared-rows.js'

/**
 * What the token endpoints refuse: the code, the token that was to be traded, or the app itself. Limits and outages stay
 * what they are.
 *
 * @param advice - Which pair of id and secret is the right one, as a sentence: a wrong one gets past the sign-in page.
 */
export function refusedSignIn(advice: string): FaultRow {
  return {
    when: ({ url, code, isTransient }) =>
      url.pathname.endsWith('access_token') && code !== 2 && !isTransient && !RATE_LIMIT_CODES.has(code ?? 0),
    make: (fault, details) =>
      new AuthError(
        refusalMessage(`${details.platform} refused the sign-in`, fault, `Start it again. ${advice}`),
        details,
      ),
  }
}
