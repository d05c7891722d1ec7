import { AuthError, parseJson } from '@social/core/platform'
import * as v from 'valibot'

const packed = v.object({
  accessToken: v.pipe(v.string(), v.nonEmpty()),
  personId: v.pipe(v.string(), v.nonEmpty()),
  scopes: v.array(v.string()),
})

/**
 * A sign-in that waits for the choice of a page: the person's long-lived token, and the person's
 * id for the app.
 */
export type OpenLogin = Readonly<v.InferOutput<typeof packed>>

/**
 * Serializes the waiting sign-in as one opaque text. The text is secret, because it contains the
 * token.
 */
export function packResumeToken(login: OpenLogin): string {
  return Buffer.from(JSON.stringify(login)).toString('base64url')
}

/**
 * Reads a resume token.
 *
 * @throws AuthError for an invalid resume token.
 */
export function readResumeToken(resumeToken: string): OpenLogin {
  try {
    return v.parse(packed, parseJson(Buffer.from(resumeToken, 'base64url').toString()))
  } catch {
    // The error has no cause, because the message of the cause may contain the token.
    throw new AuthError('The resume token of facebook cannot be read. Start the sign-in again.', {
      platform: 'facebook',
      reason: 'SIGN_IN_EXPIRED',
    })
  }
}
