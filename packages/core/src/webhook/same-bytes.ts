import { timingSafeEqual } from 'node:crypto'

import { needTextOrBytes } from '../models/values/need-kind.js'

const encoder = new TextEncoder()

function toBytes(value: string | Uint8Array): Uint8Array {
  return typeof value === 'string' ? encoder.encode(value) : value
}

/**
 * Compares two values byte for byte, in a time that tells nothing but their lengths.
 *
 * @returns False for values of different length; never throws, whatever the text holds.
 */
export function sameBytes(one: string | Uint8Array, other: string | Uint8Array): boolean {
  needTextOrBytes(one, 'sameBytes: one')
  needTextOrBytes(other, 'sameBytes: other')
  const left = toBytes(one)
  const right = toBytes(other)
  return left.length === right.length && timingSafeEqual(left, right)
}
