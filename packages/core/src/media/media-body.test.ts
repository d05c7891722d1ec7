import { appendFile, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { ConfigError, InvalidPostError } from '../errors/index.js'
import type { BodySource } from '../http/types.js'
import { collect, content, MIB, watch, withReader } from './__fixtures__/files.js'
import { mediaBody, mediaPart } from './media-body.js'
import { Media } from './media.js'

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

describe('the body of a file', () => {
  it.each([
    [{}, 0, 3 * MIB],
    [{ start: 5 }, 5, 3 * MIB],
    [{ start: 5, length: 2 * MIB }, 5, 2 * MIB + 5],
    [{ length: 10 }, 0, 10],
  ])('is the range %o', async (options, from, to) => {
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

  it('refuses an empty file, a URL and a missing file', async () => {
    const { media } = await file(0)

    await expect(mediaBody(media)).rejects.toThrow('is empty')
    await expect(mediaBody(Media.fromUrl('https://example.com/a.mp4'))).rejects.toThrow('Download the file')
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
      'is stopped in the middle',
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
      'changes while it is read',
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

  it('refuses a reader that returns fewer bytes than its size', async () => {
    const { media } = await file(10)
    const short = withReader(media, () =>
      Promise.resolve({ size: 10, readInto: () => Promise.resolve(4), close: () => Promise.resolve() }),
    )

    await expect(collect(await mediaBody(short))).rejects.toThrow('became shorter')
  })
})

describe('a file as part of a multipart body', () => {
  it('has its name, type and length', async () => {
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
