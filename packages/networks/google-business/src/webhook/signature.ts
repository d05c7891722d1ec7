import { type CanCheckSignature, type Clock, readHeader, SignatureError } from '@social/core/platform'
import type { JWK } from 'jose'

import { type PushSecret, readSecret } from './secret.js'

/**
 * Issuers of valid tokens. https://cloud.google.com/pubsub/docs/authenticate-push-subscriptions
 * (copy of 2026)
 */
const ISSUERS: ReadonlySet<unknown> = new Set(['https://accounts.google.com', 'accounts.google.com'])
/** Allowed clock difference to Google in seconds. Our choice. */
const CLOCK_SKEW_SECONDS = 60
/** Maximum seconds by which the creation time of a token may be in the future. Our choice. */
const MAX_AHEAD_SECONDS = 300
/** Maximum length of a token that is read. Google's tokens have about 900 characters. */
const MAX_TOKEN_LENGTH = 8192

const refusal = (): SignatureError =>
  new SignatureError(
    'The signature of the webhook request is invalid. Compare the secret with that of the network, and pass the exact bytes of the body.',
  )

function bearerOf(header: string | null): string {
  const value = header ?? ''
  if (value.length > MAX_TOKEN_LENGTH || value.slice(0, 7).toLowerCase() !== 'bearer ') throw refusal()
  return value.slice(7).trim()
}

/**
 * Verifies the token (JWT) of a webhook request: the signature by Google, the audience, and the
 * service account of the subscription.
 */
async function verifyToken(token: string, secret: PushSecret, clock: Clock): Promise<void> {
  const [{ jwtVerify }, { createLocalJWKSet }, { decodeProtectedHeader }] = await Promise.all([
    import('jose/jwt/verify'),
    import('jose/jwks/local'),
    import('jose/decode/protected_header'),
  ])
  const now = clock.now()
  const keys = secret.keys as JWK[] // safe cast: `readSecret` verified that each key is an object with a `kty`
  try {
    const { kid } = decodeProtectedHeader(token)
    if (typeof kid !== 'string' || !secret.keys.some((key) => key['kid'] === kid)) throw refusal()
    const { payload } = await jwtVerify(token, createLocalJWKSet({ keys }), {
      algorithms: ['RS256'],
      audience: secret.audience,
      requiredClaims: ['exp'],
      clockTolerance: CLOCK_SKEW_SECONDS,
      currentDate: now,
    })
    const { email, email_verified: isVerified, iss, iat } = payload
    const isAhead = iat !== undefined && iat > now.getTime() / 1000 + MAX_AHEAD_SECONDS
    if (email !== secret.serviceAccount || isVerified !== true || isAhead) throw refusal()
    if (iss !== undefined && !ISSUERS.has(iss)) throw refusal()
  } catch {
    // Every failed check throws the same error without its cause.
    throw refusal()
  }
}

/**
 * Verifies a webhook request offline, with the token in its authorization header. The token does
 * not protect the body.
 */
export function verifyingSignatures(): CanCheckSignature {
  return {
    async checkSignature(_body, headers, { secret, clock }) {
      const known = readSecret(secret)
      await verifyToken(bearerOf(readHeader(headers, 'authorization')), known, clock)
    },
  }
}
