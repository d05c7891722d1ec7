import { appendFile, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { ConfigError, InvalidPostError } from '../errors/index.js'
import { collect, content, MIB, watch } from './__fixtures__/files.js'
import { Media } from './media.js'
import { MAX_CHUNK_BYTES } from './piece-buffers.js'
import { openUpload } from './upload.js'

let folder: string
let path: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'social-upload-'))
  path = join(folder, 'launch.mp4')
})

afterEach(async () => {
  await rm(folder, { recursive: true })
})

async function file(length: number): Promise<{ readonly media: Media; readonly bytes: Buffer }> {
  const bytes = content(length)
  await writeFile(path, bytes)
  return { media: Media.fromFile(path), bytes }
}

describe('an upload in ranges', () => {
  it('covers the file exactly for any size of the file and of the ranges', async () => {
    const sizes = fc.oneof(
      fc.integer({ min: 1, max: 300_000 }),
      fc.constantFrom(65_535, 65_536, 65_537, 131_072),
    )
    await fc.assert(
      fc.asyncProperty(sizes, fc.integer({ min: 1, max: 20 }), async (size, pieceCount) => {
        const pieceBytes = Math.ceil(size / pieceCount)
        const { media, bytes } = await file(size)
        const upload = await openUpload(media)
        const pieces: Buffer[] = []
        for (let start = 0; start < upload.size; start += pieceBytes)
          pieces.push(await collect(upload.piece(start, Math.min(pieceBytes, upload.size - start))))
        await upload.close()

        expect(Buffer.concat(pieces).equals(bytes)).toBe(true)
      }),
      { numRuns: 40 },
    )
  })

  it('uses the same two buffers for every range', async () => {
    const { media } = await file(12 * MIB)
    await using upload = await openUpload(media)
    const buffers = new Set<ArrayBufferLike>()
    for (let start = 0; start < upload.size; start += 4 * MIB)
      for await (const chunk of upload.piece(start, 4 * MIB).open()) buffers.add(chunk.buffer)

    expect(buffers.size).toBe(2)
    expect([...buffers].map(({ byteLength }) => byteLength)).toEqual([MAX_CHUNK_BYTES, MAX_CHUNK_BYTES])
  })

  it.each([100, 65_535, 65_537, 1_000_001])(
    'uses no more memory than the range of %d bytes',
    async (pieceBytes) => {
      const { media } = await file(2 * MIB)
      await using upload = await openUpload(media)
      const buffers = new Set<ArrayBufferLike>()
      for await (const chunk of upload.piece(0, pieceBytes).open()) buffers.add(chunk.buffer)

      expect([...buffers].reduce((sum, { byteLength }) => sum + byteLength, 0)).toBe(pieceBytes)
      expect(buffers.size).toBe(pieceBytes < 65_536 ? 1 : 2)
    },
  )

  it('can send a range again, also after a stop in the middle', async () => {
    const { media, bytes } = await file(3 * MIB)
    await using upload = await openUpload(media)
    const piece = upload.piece(MIB, 2 * MIB)
    for await (const chunk of piece.open()) if (chunk.length > 0) break

    expect(piece.length).toBe(2 * MIB)
    expect((await collect(piece)).equals(bytes.subarray(MIB))).toBe(true)
    expect((await collect(piece)).equals(bytes.subarray(MIB))).toBe(true)
  })

  it('separates ranges that are sent concurrently', async () => {
    const { media, bytes } = await file(4 * MIB)
    await using upload = await openUpload(media)

    const pieces = await Promise.all([0, 1, 2, 3].map((at) => collect(upload.piece(at * MIB, MIB))))

    expect(Buffer.concat(pieces).equals(bytes)).toBe(true)
  })

  it('uses bytes without copying them', async () => {
    const bytes = content(3 * MIB)
    await using upload = await openUpload(Media.fromBytes(bytes, { filename: 'a.mp4' }))
    const piece = upload.piece(MIB, 2 * MIB)
    const chunks: Uint8Array[] = []
    for await (const chunk of piece.open()) chunks.push(chunk)

    expect(chunks.every((chunk) => chunk.buffer === bytes.buffer)).toBe(true)
    expect(Buffer.concat(chunks).equals(bytes.subarray(MIB))).toBe(true)
    expect(piece.length).toBe(2 * MIB)
  })

  it.each([
    [-1, 1],
    [0, 101],
    [100, 1],
    [50, Number.NaN],
    [0.5, 1],
  ])('refuses the range (%d, %d) in a file of 100 bytes', async (start, length) => {
    const { media } = await file(100)
    await using upload = await openUpload(media)

    expect(() => upload.piece(start, length)).toThrow(ConfigError)
  })

  it.each([
    ['longer', () => appendFile(path, 'x')],
    ['shorter', () => truncate(path, 2 * MIB + 5)],
  ])('stops if the file becomes %s', async (_how, change) => {
    const { media } = await file(4 * MIB)
    await using upload = await openUpload(media)
    await collect(upload.piece(0, 2 * MIB))
    await change()

    await expect(collect(upload.piece(2 * MIB, 2 * MIB))).rejects.toThrow('changed while it was read')
  })

  it('stops with the reason of an abort before the next chunk', async () => {
    const { media } = await file(4 * MIB)
    const stop = new AbortController()
    const reason = new Error('The person pressed stop.')
    await using upload = await openUpload(media, { signal: stop.signal })
    const body = upload.piece(0, 4 * MIB)
    const chunks = body.open()[Symbol.asyncIterator]()
    await chunks.next()
    stop.abort(reason)

    await expect(chunks.next()).rejects.toBe(reason)
    await expect(openUpload(media, { signal: stop.signal })).rejects.toBe(reason)
  })

  it('refuses an empty file, a URL and a missing file', async () => {
    const { media } = await file(0)

    await expect(openUpload(media)).rejects.toThrow('is empty')
    await expect(openUpload(Media.fromUrl('https://example.com/a.mp4'))).rejects.toThrow('Download the file')
    await expect(openUpload(Media.fromFile('missing.mp4'))).rejects.toBeInstanceOf(InvalidPostError)
  })

  it('returns no range after it is closed, and closes only once', async () => {
    const { media } = await file(100)
    const upload = await openUpload(media)
    await upload.close()
    await upload.close()

    expect(() => upload.piece(0, 100)).toThrow(ConfigError)
  })

  it('has one open reader until it is closed', async () => {
    const watched = watch((await file(3 * MIB)).media)
    const upload = await openUpload(watched.media)
    await collect(upload.piece(0, MIB))
    await collect(upload.piece(MIB, MIB))
    const during = watched.open()
    await upload.close()

    expect([during, watched.open()]).toEqual([1, 0])
  })

  it('leaves no open reader of a refused file', async () => {
    const watched = watch((await file(0)).media)

    await expect(openUpload(watched.media)).rejects.toThrow(InvalidPostError)
    expect(watched.open()).toBe(0)
  })
})
