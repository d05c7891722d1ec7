import { createHash } from 'node:crypto'

import type { Random } from '../contract/ports.js'
import { assertMethods, assertString } from '../models/values/assert-kind.js'

/** Random bytes of a verifier: they result in 64 characters; RFC 7636 requires 43 to 128. */
const VERIFIER_BYTES = 48

/** Both halves of a PKCE pair. The verifier is a secret. */
export interface PkcePair {
  /** Secret part: stored in `remember`, later sent in the token request. */
  readonly verifier: string
  /** Public part, computed with S256: sent in the authorization URL. */
  readonly challenge: string
}

/** Creates a PKCE pair with the S256 method (RFC 7636). */
export function makePkce(random: Random): PkcePair {
  assertMethods(random, ['bytes'], 'makePkce: random')
  const verifier = Buffer.from(random.bytes(VERIFIER_BYTES)).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

/** Challenge of a verifier in hexadecimal digits: the variant of TikTok. */
export function hexChallenge(verifier: string): string {
  assertString(verifier, 'hexChallenge: verifier')
  return createHash('sha256').update(verifier).digest('hex')
}
