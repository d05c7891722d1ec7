import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { cutIntoPieces, pieceAt, piecesIn } from './pieces.js'

const DEFAULTS = 10_485_760
const MAX_CHUNK_BYTES = 67_108_864

describe('dividing a file into pieces', () => {
  // Holds R-0432, R-0433, R-0434.
  it.each([
    [1, DEFAULTS, 1, 1, 1],
    [3_145_728, DEFAULTS, 3_145_728, 1, 3_145_728],
    [5_242_879, DEFAULTS, 5_242_879, 1, 5_242_879],
    [5_242_880, DEFAULTS, 5_242_880, 1, 5_242_880],
    [7_340_032, DEFAULTS, 7_340_032, 1, 7_340_032],
    [12_000_000, DEFAULTS, 12_000_000, 1, 12_000_000],
    [20_971_519, DEFAULTS, 20_971_519, 1, 20_971_519],
    [20_971_520, DEFAULTS, 10_485_760, 2, 10_485_760],
    [25_000_000, DEFAULTS, 10_485_760, 2, 14_514_240],
    [50_000_123, 10_000_000, 10_000_000, 5, 10_000_123],
    [64_000_000, MAX_CHUNK_BYTES, 64_000_000, 1, 64_000_000],
    [64_000_001, MAX_CHUNK_BYTES, 32_000_000, 2, 32_000_001],
    [100_000_000, MAX_CHUNK_BYTES, 50_000_000, 2, 50_000_000],
    [150_000_000, MAX_CHUNK_BYTES, 67_108_864, 2, 82_891_136],
    [4_294_967_296, DEFAULTS, 10_485_760, 409, 16_777_216],
    [4_294_967_296, 5_242_880, 5_242_880, 819, 6_291_456],
  ])(
    'divides %d bytes, with chunkBytes %d, into pieces of %d: %d pieces, the last of %d',
    (size, wanted, pieceBytes, count, last) => {
      const pieces = cutIntoPieces(size, wanted)

      expect(pieces).toEqual({ size, pieceBytes, count })
      expect(pieceAt(pieces, count - 1)).toEqual({ start: size - last, length: last })
    },
  )

  it('keeps every rule of TikTok, and covers every byte once', () => {
    const sizes = fc.integer({ min: 1, max: 4_294_967_296 })
    const chunkSizes = fc.integer({ min: 5_242_880, max: MAX_CHUNK_BYTES })
    fc.assert(
      fc.property(sizes, chunkSizes, (size, wanted) => {
        const pieces = cutIntoPieces(size, wanted)
        const { pieceBytes, count } = pieces
        const last = pieceAt(pieces, count - 1)
        expect(count).toBe(Math.floor(size / pieceBytes))
        expect(count).toBeLessThanOrEqual(1000)
        expect(last.start + last.length).toBe(size)
        expect(last.length).toBeLessThanOrEqual(134_217_728)
        const isRight = count === 1 ? pieceBytes === size && size <= 64_000_000 : pieceBytes >= 5_242_880
        expect(isRight).toBe(true)
        expect(pieceBytes).toBeLessThanOrEqual(MAX_CHUNK_BYTES)
      }),
    )
  })
})

describe('counting pieces', () => {
  const pieces = cutIntoPieces(25_000_000, DEFAULTS)

  it.each([
    [0, 0],
    [10_485_760, 1],
    [25_000_000, 2],
    [20_971_520, null],
    [10_485_759, null],
    [-1, null],
  ])('reads %d bytes as %s', (bytes, count) => {
    expect(piecesIn(pieces, bytes)).toBe(count)
  })
})
