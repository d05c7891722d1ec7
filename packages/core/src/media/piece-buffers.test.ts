import { expect, it } from 'vitest'

import { MAX_CHUNK_BYTES, PieceBuffers } from './piece-buffers.js'

const bytesIn = (buffers: readonly Uint8Array[]): number =>
  buffers.reduce((sum, { length }) => sum + length, 0)

it('reuses the same buffers for each range while they are large enough', () => {
  const pool = new PieceBuffers()
  const first = pool.take(200_000)
  expect(bytesIn(first)).toBe(200_000)
  pool.give(first)
  const second = pool.take(150_000)
  expect(second).toBe(first)
  // The buffers from `second` are in use, so another range gets new ones.
  expect(pool.take(150_000)).not.toBe(first)
})

it.each([
  [131_073, 131_074],
  [1_000, 2_000],
  [1_000, 200_000],
])('creates new buffers for a range that does not fit: %d bytes, then %d', (before, after) => {
  const pool = new PieceBuffers()
  pool.give(pool.take(before))
  expect(bytesIn(pool.take(after))).toBe(after)
})

it('uses at most two chunks of memory for a range of any size', () => {
  expect(new PieceBuffers().take(1e9).map(({ length }) => length)).toEqual([MAX_CHUNK_BYTES, MAX_CHUNK_BYTES])
  expect(new PieceBuffers().take(65_535).map(({ length }) => length)).toEqual([65_535])
  expect(new PieceBuffers().take(65_536).map(({ length }) => length)).toEqual([32_768, 32_768])
})
