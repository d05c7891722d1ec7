import { createHash } from 'node:crypto'

import type { Random } from '../contract/ports.js'
import { assertMethods, assertString } from '../models/values/assert-kind.js'

/** Number of random bytes of a verifier. Encoded, these bytes give 64 characters; RFC 7636 requires 43 to 128. */
const VERIFIER_BYTES = 48

/** Both values of a PKCE pair. The verifier is a secret. */
export interface PkcePair {
  /** Secret value. It is stored in `remember`, and later sent in the token request. */
  readonly verifier: string
  /** Public value, computed with S256. It is sent in the authorization URL. */
  readonly challenge: string
}

/** Creates a PKCE pair with the S256 method (RFC 7636). */
export function makePkce(random: Random): PkcePair {
  assertMethods(random, ['bytes'], 'makePkce: random')
  const verifier = Buffer.from(random.bytes(VERIFIER_BYTES)).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

/** Returns the challenge of a verifier in hexadecimal digits. TikTok uses this variant instead of base64url. */
export function hexChallenge(verifier: string): string {
  assertString(verifier, 'hexChallenge: verifier')
  return createHash('sha256').update(verifier).digest('hex')
}
