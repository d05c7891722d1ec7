import { createHash, timingSafeEqual } from 'node:crypto'

import type { Random } from '../contract/ports.js'
import { assertMethods, assertString } from '../models/values/assert-kind.js'

/** Random bytes of a state: 256 bits; RFC 6749, section 10.10, requires at least 128. */
const STATE_BYTES = 32

/** An unguessable state: 43 URL-safe characters. */
export function randomState(random: Random): string {
  assertMethods(random, ['bytes'], 'randomState: random')
  return Buffer.from(random.bytes(STATE_BYTES)).toString('base64url')
}

/** Compares two texts. The duration does not reveal where they differ. */
export function sameText(a: string, b: string): boolean {
  assertString(a, 'sameText: a')
  assertString(b, 'sameText: b')
  return timingSafeEqual(digest(a), digest(b))
}

function digest(text: string): Buffer {
  // utf16le keeps different texts different; utf8 would make all lone surrogates equal.
  return createHash('sha256').update(text, 'utf16le').digest()
}
