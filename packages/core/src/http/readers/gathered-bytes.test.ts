import { describe, expect, it, vi } from 'vitest'

import { GatheredBytes } from './gathered-bytes.js'

function gather(pieces: readonly Uint8Array[]): Uint8Array {
  const gathered = new GatheredBytes()
  for (const piece of pieces) gathered.add(piece)
  expect(gathered.length).toBe(pieces.reduce((sum, { byteLength }) => sum + byteLength, 0))
  return gathered.whole()
}

/** Creates bytes of this length in which neighboring bytes differ. */
const bytes = (length: number, from = 0): Uint8Array =>
  Uint8Array.from({ length }, (_none, at) => (at * 7 + from) % 251)

describe('bytes that arrive in pieces', () => {
  it('are empty without pieces, and the piece itself for one piece', () => {
    expect(gather([])).toHaveLength(0)
    const one = bytes(3)
    expect(gather([one])).toBe(one)
  })

  it.each([
    ['of one byte', Array.from({ length: 40_000 }, () => 1)],
    ['that are large', [5000, 70_000, 4096]],
    [
      'that are alternately large and small',
      Array.from({ length: 60 }, (_none, at) => (at % 2 ? 4096 : 4095)),
    ],
    ['with empty ones in between', [0, 1, 0, 5000, 0, 16_384, 0]],
  ])('are complete and in order: pieces %s', (_what, lengths) => {
    const pieces = lengths.map((length, at) => bytes(length, at))
    expect(Buffer.compare(gather(pieces), Buffer.concat(pieces))).toBe(0)
  })

  it('are not stored separately if they are small: a million pieces of one byte', () => {
    using concat = vi.spyOn(Buffer, 'concat')
    expect(gather(Array.from({ length: 1_000_000 }, () => bytes(1)))).toHaveLength(1_000_000)
    // A million stored pieces would each need about a hundred bytes. Fewer than 100 blocks are
    // stored instead.
    expect(concat.mock.calls[0]?.[0].length).toBeLessThan(100)
  })
})
