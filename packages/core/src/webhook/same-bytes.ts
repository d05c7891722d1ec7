import { timingSafeEqual } from 'node:crypto'

import { assertTextOrBytes } from '../models/values/assert-kind.js'

const encoder = new TextEncoder()

function toBytes(value: string | Uint8Array): Uint8Array {
  return typeof value === 'string' ? encoder.encode(value) : value
}

/**
 * Compares two values byte by byte, in a time that depends only on their lengths. Never throws for a text.
 *
 * @returns False for values of different length.
 */
export function sameBytes(one: string | Uint8Array, other: string | Uint8Array): boolean {
  assertTextOrBytes(one, 'sameBytes: one')
  assertTextOrBytes(other, 'sameBytes: other')
  const left = toBytes(one)
  const right = toBytes(other)
  return left.length === right.length && timingSafeEqual(left, right)
}
