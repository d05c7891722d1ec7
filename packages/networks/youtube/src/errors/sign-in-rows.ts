import { AuthError } from '@social/core/platform'

import { because } from '../messages.js'
import { type Row, refusalMessage } from './refusal.js'

const refusedApp: Row['make'] = (refusal, details) =>
  new AuthError(
    refusalMessage(
      'Google refused the stored app credentials.',
      refusal,
      'Compare the client id and secret with those in the Cloud console, and save them with Storage.saveApp. The connections are not affected.',
    ),
    { ...details, ...because('APP_REFUSED') },
  )

/**
 * Error responses of Google's OAuth endpoints and the resulting errors.
 * https://developers.google.com/identity/protocols/oauth2/web-server (read 2026-11-21)
 */
export const SIGN_IN_ROWS: readonly Row[] = [
  {
    reasons: ['invalid_grant'],
    make: (refusal, details) =>
      new AuthError(
        refusalMessage(
          'Google refused the sign-in, or it has ended.',
          refusal,
          'Sign the account in again. While the consent screen of the Cloud project is in testing, every sign-in ends after 7 days.',
        ),
        { ...details, ...(/revoked/i.test(refusal.message) && { reason: 'ACCESS_REVOKED' }) },
      ),
  },
  {
    reasons: ['redirect_uri_mismatch'],
    make: (refusal, details) =>
      new AuthError(
        refusalMessage(
          'Google does not know the redirect URL of this sign-in.',
          refusal,
          'Add it to the OAuth client in the Cloud console, character by character.',
        ),
        { ...details, ...because('APP_REFUSED') },
      ),
  },
  { reasons: ['invalid_client', 'unauthorized_client', 'deleted_client'], make: refusedApp },
]
