import { InvalidPostError } from '@social/core'
import { describe, expect, it } from 'vitest'

import { usingEmulator } from '../__fixtures__/at-emulator.js'
import { sparseVideo } from '../__fixtures__/videos.js'

const PUT = 'PUT /upload/video/'

const PIECE = 5_242_880
const SMALL_PIECES = { platform: { chunkBytes: PIECE } }
/** Size of a video with three pieces: two of 5 MiB, and a larger last piece. */
const THREE = 3 * PIECE + 1000

describe('an upload', () => {
  // Holds R-0432, R-0434.
  it.each([
    [1, 1],
    [PIECE - 1, 1],
    [PIECE, 1],
    [PIECE + 1, 1],
    [10_485_759, 1],
    [10_485_761, 1],
    [20_971_519, 1],
    [20_971_520, 2],
    [20_971_521, 2],
    [31_457_280, 3],
  ])('sends %d bytes in %d pieces, with every byte in its place', async (bytes, count) => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    await using video = await sparseVideo(bytes)

    await account.post({ media: [video.media] })

    expect(at.videos()).toMatchObject([
      { bytes, uploadedBytes: bytes, pieceCount: count, sha256: await video.sum() },
    ])
    expect(at.counts()[PUT]).toBe(count)
  })

  it.each([64_000_000, 64_000_001])('sends %d bytes in the largest pieces', async (bytes) => {
    await using at = await usingEmulator({ platform: { chunkBytes: 67_108_864 } })
    const account = await at.signIn()
    await using video = await sparseVideo(bytes)

    await account.post({ media: [video.media] })

    expect(at.videos()).toMatchObject([{ uploadedBytes: bytes, pieceCount: bytes === 64_000_000 ? 1 : 2 }])
  })

  // Holds R-0435.
  it.each([0, 4_294_967_297])('of %d bytes is refused before any request', async (bytes) => {
    await using at = await usingEmulator()
    const account = await at.signIn()
    await using video = await sparseVideo(bytes)

    await expect(account.post({ media: [video.media] })).rejects.toThrow(InvalidPostError)

    expect(at.counts()).toEqual({})
  })

  it('reports its progress in bytes, always increasing', async () => {
    await using at = await usingEmulator(SMALL_PIECES)
    const account = await at.signIn()
    await using video = await sparseVideo(THREE)
    at.faults.add({ fault: 'dropUpload', method: 'PUT', nth: 2, afterBytes: 3_000_000 })
    const seen: number[] = []

    await account.post({ media: [video.media] }, { onProgress: ({ sentBytes }) => seen.push(sentBytes) })

    expect(seen.at(-1)).toBe(THREE)
    expect(seen.length).toBeGreaterThan(3)
    expect(seen).toEqual([...new Set(seen)].toSorted((a, b) => a - b))
  })
})
