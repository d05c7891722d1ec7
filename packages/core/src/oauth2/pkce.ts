import { createHash } from 'node:crypto'

import type { Random } from '../contract/ports.js'
import { assertMethods, assertString } from '../models/values/assert-kind.js'

/** Bytes behind a verifier: 64 characters, where RFC 7636 takes 43 to 128. */
const VERIFIER_BYTES = 48

/** Both halves of a PKCE pair. The verifier is a secret. */
export interface PkcePair {
  /** Secret part: stored in `remember`, later sent in the token request. */
  readonly verifier: string
  /** Public part, made with S256: sent in the authorization URL. */
  readonly challenge: string
}

/** Makes a PKCE pair with the S256 method (RFC 7636). */
export function makePkce(random: Random): PkcePair {
  assertMethods(random, ['bytes'], 'makePkce: random')
  const verifier = Buffer.from(random.bytes(VERIFIER_BYTES)).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

/** The challenge of a verifier as hex digits: TikTok's own variant. */
export function hexChallenge(verifier: string): string {
  assertString(verifier, 'hexChallenge: verifier')
  return createHash('sha256').update(verifier).digest('hex')
}
