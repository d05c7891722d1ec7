import { appendFile, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { ConfigError, InvalidPostError } from '../errors/index.js'
import type { BodySource } from '../http/types.js'
import type { MediaReader } from '../models/index.js'
import { mediaBody, mediaPart } from './body.js'
import { Media } from './media.js'
import { BIGGEST_CHUNK_BYTES } from './piece-buffers.js'
import { openUpload } from './upload.js'

const MIB = 1_048_576

let folder: string
let path: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'social-upload-'))
  path = join(folder, 'launch.mp4')
})

afterEach(async () => {
  await rm(folder, { recursive: true })
})

/** Bytes that are nowhere the same for long. */
function content(length: number): Buffer {
  const bytes = Buffer.alloc(length)
  for (let at = 0; at + 4 <= length; at += 4) bytes.writeUInt32LE((at * 2_654_435_761) >>> 0, at)
  return bytes
}

async function file(length: number): Promise<{ readonly media: Media; readonly bytes: Buffer }> {
  const bytes = content(length)
  await writeFile(path, bytes)
  return { media: Media.fromFile(path), bytes }
}

/** Copies each chunk as a socket does, because it is only good until the next is asked for. */
async function collect(body: BodySource): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of body.open()) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

/** The same file, and how many readers of it are open. */
function watch(media: Media): { readonly media: Media; readonly open: () => number } {
  let count = 0
  const open = async (): Promise<MediaReader> => {
    const reader = await media.open()
    count += 1
    const { size } = reader
    return {
      size,
      readInto: (target, position) => reader.readInto(target, position),
      close: async () => {
        count -= 1
        await reader.close()
      },
    }
  }
  return { media: withReader(media, open), open: () => count }
}

/** The same file, opened in another way. */
function withReader(media: Media, open: () => Promise<MediaReader>): Media {
  return Object.create(media, { open: { value: open } })
}

describe('an upload in pieces', () => {
  it('covers the file exactly, whatever its size and that of the pieces', async () => {
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

  it('uses the same two buffers for every piece', async () => {
    const { media } = await file(12 * MIB)
    await using upload = await openUpload(media)
    const buffers = new Set<ArrayBufferLike>()
    for (let start = 0; start < upload.size; start += 4 * MIB)
      for await (const chunk of upload.piece(start, 4 * MIB).open()) buffers.add(chunk.buffer)

    expect(buffers.size).toBe(2)
    expect([...buffers].map(({ byteLength }) => byteLength)).toEqual([
      BIGGEST_CHUNK_BYTES,
      BIGGEST_CHUNK_BYTES,
    ])
  })

  it.each([100, 65_535, 65_537, 1_000_001])(
    'holds no more than the piece of %d bytes',
    async (pieceBytes) => {
      const { media } = await file(2 * MIB)
      await using upload = await openUpload(media)
      const buffers = new Set<ArrayBufferLike>()
      for await (const chunk of upload.piece(0, pieceBytes).open()) buffers.add(chunk.buffer)

      expect([...buffers].reduce((sum, { byteLength }) => sum + byteLength, 0)).toBe(pieceBytes)
      expect(buffers.size).toBe(pieceBytes < 65_536 ? 1 : 2)
    },
  )

  it('can send a piece again, also after it was left in the middle', async () => {
    const { media, bytes } = await file(3 * MIB)
    await using upload = await openUpload(media)
    const piece = upload.piece(MIB, 2 * MIB)
    for await (const chunk of piece.open()) if (chunk.length > 0) break

    expect(piece.length).toBe(2 * MIB)
    expect((await collect(piece)).equals(bytes.subarray(MIB))).toBe(true)
    expect((await collect(piece)).equals(bytes.subarray(MIB))).toBe(true)
  })

  it('keeps pieces that are sent side by side apart', async () => {
    const { media, bytes } = await file(4 * MIB)
    await using upload = await openUpload(media)

    const pieces = await Promise.all([0, 1, 2, 3].map((at) => collect(upload.piece(at * MIB, MIB))))

    expect(Buffer.concat(pieces).equals(bytes)).toBe(true)
  })

  it('takes bytes as they are, without a copy', async () => {
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
  ])('has no piece (%d, %d) in a file of 100 bytes', async (start, length) => {
    const { media } = await file(100)
    await using upload = await openUpload(media)

    expect(() => upload.piece(start, length)).toThrow(ConfigError)
  })

  it.each([
    ['longer', () => appendFile(path, 'x')],
    ['shorter', () => truncate(path, 2 * MIB + 5)],
  ])('stops when the file becomes %s', async (_how, change) => {
    const { media } = await file(4 * MIB)
    await using upload = await openUpload(media)
    await collect(upload.piece(0, 2 * MIB))
    await change()

    await expect(collect(upload.piece(2 * MIB, 2 * MIB))).rejects.toThrow('changed while it was being read')
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

  it('refuses an empty file, an address and a missing file', async () => {
    const { media } = await file(0)

    await expect(openUpload(media)).rejects.toThrow('is empty')
    await expect(openUpload(Media.fromUrl('https://example.com/a.mp4'))).rejects.toThrow('Download it first')
    await expect(openUpload(Media.fromFile('missing.mp4'))).rejects.toBeInstanceOf(InvalidPostError)
  })

  it('gives no piece once it is closed, and closes only once', async () => {
    const { media } = await file(100)
    const upload = await openUpload(media)
    await upload.close()
    await upload.close()

    expect(() => upload.piece(0, 100)).toThrow(ConfigError)
  })

  it('holds one reader until it is closed', async () => {
    const watched = watch((await file(3 * MIB)).media)
    const upload = await openUpload(watched.media)
    await collect(upload.piece(0, MIB))
    await collect(upload.piece(MIB, MIB))
    const during = watched.open()
    await upload.close()

    expect([during, watched.open()]).toEqual([1, 0])
  })
})

describe('the body of a file', () => {
  it.each([
    [{}, 0, 3 * MIB],
    [{ start: 5 }, 5, 3 * MIB],
    [{ start: 5, length: 2 * MIB }, 5, 2 * MIB + 5],
    [{ length: 10 }, 0, 10],
  ])('is the part %o', async (options, from, to) => {
    const { media, bytes } = await file(3 * MIB)

    const ofFile = await mediaBody(media, options)
    const ofBytes = await mediaBody(Media.fromBytes(bytes, { filename: 'a.mp4' }), options)

    expect([ofFile.length, ofBytes.length]).toEqual([to - from, to - from])
    expect((await collect(ofFile)).equals(bytes.subarray(from, to))).toBe(true)
    expect((await collect(ofFile)).equals(bytes.subarray(from, to))).toBe(true)
    expect((await collect(ofBytes)).equals(bytes.subarray(from, to))).toBe(true)
  })

  it.each([{ start: 101 }, { start: -1 }, { length: 101 }, { start: 50, length: 51 }])(
    'refuses %o of 100 bytes',
    async (options) => {
      const { media } = await file(100)

      await expect(mediaBody(media, options)).rejects.toBeInstanceOf(ConfigError)
    },
  )

  it('refuses an empty file, an address and a missing file', async () => {
    const { media } = await file(0)

    await expect(mediaBody(media)).rejects.toThrow('is empty')
    await expect(mediaBody(Media.fromUrl('https://example.com/a.mp4'))).rejects.toThrow('Download it first')
    await expect(mediaBody(Media.fromFile('missing.mp4'))).rejects.toBeInstanceOf(InvalidPostError)
  })

  it('refuses a file that changed before it was sent', async () => {
    const { media } = await file(100)
    const body = await mediaBody(media)
    await appendFile(path, 'x')

    await expect(collect(body)).rejects.toThrow('changed before it was sent')
  })

  it.each([
    ['is read to its end', async (body: BodySource) => void (await collect(body))],
    [
      'is left in the middle',
      async (body: BodySource) => {
        for await (const chunk of body.open()) if (chunk.length > 0) break
      },
    ],
    [
      'breaks off with an error of the reader',
      async (body: BodySource) => {
        const chunks = body.open()[Symbol.asyncIterator]()
        await chunks.next()
        await chunks.throw?.(new Error('The socket broke.')).catch(() => {})
      },
    ],
    [
      'changes under way',
      async (body: BodySource) => {
        await truncate(path, 3 * MIB - 1)
        await collect(body).catch(() => {})
      },
    ],
  ])('closes the file when it %s', async (_how, use) => {
    const watched = watch((await file(3 * MIB)).media)
    const body = await mediaBody(watched.media)
    await use(body)

    expect(watched.open()).toBe(0)
  })

  it('stops a reader that gives less than it said', async () => {
    const { media } = await file(10)
    const short = withReader(media, () =>
      Promise.resolve({ size: 10, readInto: () => Promise.resolve(4), close: () => Promise.resolve() }),
    )

    await expect(collect(await mediaBody(short))).rejects.toThrow('became shorter')
  })
})

describe('a file as part of a multipart body', () => {
  it('bears its own name and type, and knows its length', async () => {
    const { media, bytes } = await file(100)

    const part = await mediaPart(media, 'file')

    expect(part).toMatchObject({
      name: 'file',
      filename: 'launch.mp4',
      contentType: 'video/mp4',
      body: { length: 100 },
    })
    if (!('body' in part) || part.body instanceof Uint8Array) throw new Error('expected a source')
    expect((await collect(part.body)).equals(bytes)).toBe(true)
  })
})
