import { createHash, timingSafeEqual } from 'node:crypto'

import type { Random } from '../contract/ports.js'
import { assertMethods, assertString } from '../models/values/assert-kind.js'

/** Number of random bytes of a state: 256 bits. RFC 6749, section 10.10, requires at least 128 bits. */
const STATE_BYTES = 32

/** Returns an unguessable state of 43 URL-safe characters. */
export function randomState(random: Random): string {
  assertMethods(random, ['bytes'], 'randomState: random')
  return Buffer.from(random.bytes(STATE_BYTES)).toString('base64url')
}

/** Returns true if two texts are equal. The time that the comparison takes does not reveal where they differ. */
export function sameText(a: string, b: string): boolean {
  assertString(a, 'sameText: a')
  assertString(b, 'sameText: b')
  return timingSafeEqual(digest(a), digest(b))
}

function digest(text: string): Buffer {
  // UTF-16 keeps different texts different. UTF-8 would encode all lone surrogates as the same bytes.
  return createHash('sha256').update(text, 'utf16le').digest()
}
