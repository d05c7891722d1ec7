import { appendFile, mkdir, mkdtemp, rm, truncate, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { InvalidPostError } from '../errors/index.js'
import { watch } from './__fixtures__/files.js'
import { Media } from './media.js'
import { refuseUnreadable } from './refuse-unreadable.js'

let folder: string
let path: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'social-media-'))
  path = join(folder, 'launch.mp4')
  await writeFile(path, 'a small film')
})

afterEach(async () => {
  await rm(folder, { recursive: true })
})

/** Passes a value of any type, as a JavaScript application can. */
function untyped(value: unknown): never {
  return value as never // the wrong type is the point of these tests
}

function text(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString()
}

describe('Media.fromFile', () => {
  // Holds R-0048.
  it('does not access the file system: a missing file is not an error yet', () => {
    expect(Media.fromFile('/nowhere/clip.mp4')).toMatchObject({
      kind: 'VIDEO',
      path: '/nowhere/clip.mp4',
      filename: 'clip.mp4',
      contentType: 'video/mp4',
      url: null,
      content: null,
      altText: null,
    })
  })

  it('accepts a file URL', () => {
    expect(Media.fromFile(pathToFileURL(path)).path).toBe(path)
  })

  it('returns its size without reading', async () => {
    expect(await Media.fromFile(path).size()).toBe(12)
  })

  it.each([
    [0, 7, 'a small'],
    [8, 100, 'film'],
    [12, 5, ''],
    [500, 5, ''],
    [3, 0, ''],
  ])('reads at most %d bytes', async (start, length, expected) => {
    expect(text(await Media.fromFile(path).piece(start, length))).toBe(expected)
  })

  it('reads the whole file', async () => {
    expect(text(await Media.fromFile(path).read())).toBe('a small film')
  })

  it.each(['', undefined, 42, null, new URL('https://example.com/a.mp4')])(
    'refuses %o as a path',
    (given) => {
      expect(() => Media.fromFile(untyped(given))).toThrow(InvalidPostError)
    },
  )

  it.each([
    ['size', (media: Media) => media.size()],
    ['piece', (media: Media) => media.piece(0, 1)],
    ['read', (media: Media) => media.read()],
    ['open', (media: Media) => media.open()],
  ])('names a missing file and the required action when it calls %s', async (_name, use) => {
    await expect(use(Media.fromFile('missing/clip.mp4'))).rejects.toThrow(
      'The file "missing/clip.mp4" does not exist. Check the path;',
    )
    await expect(use(Media.fromFile('missing/clip.mp4'))).rejects.toBeInstanceOf(InvalidPostError)
  })

  it('refuses a folder, a device and an invalid path', async () => {
    await mkdir(join(folder, 'folder.mp4'))

    await expect(Media.fromFile(join(folder, 'folder.mp4')).size()).rejects.toThrow('is a folder')
    await expect(Media.fromFile('/dev/null', { kind: 'VIDEO' }).open()).rejects.toThrow(
      'is not a regular file',
    )
    await expect(Media.fromFile('a\0.mp4').size()).rejects.toBeInstanceOf(InvalidPostError)
    await expect(Media.fromFile(join(path, 'a.mp4')).size()).rejects.toThrow(
      'part of its path is not a folder',
    )
  })

  it('keeps the error of the file system as the cause', async () => {
    await expect(Media.fromFile('missing.mp4').size()).rejects.toMatchObject({ cause: { code: 'ENOENT' } })
  })

  it.each([
    ['longer', () => appendFile(path, '!')],
    ['shorter', () => truncate(path, 3)],
    ['newer', () => utimes(path, 1, 1)],
  ])('refuses a file that became %s while it was open', async (_how, change) => {
    const reader = await Media.fromFile(path).open()
    await reader.readInto(new Uint8Array(4), 0)
    await change()

    await expect(reader.readInto(new Uint8Array(4), 4)).rejects.toThrow('changed while it was read')
    await reader.close()
  })

  it('never reads beyond the buffer or the file', async () => {
    const reader = await Media.fromFile(path).open()
    const target = new Uint8Array(10)

    expect(reader.size).toBe(12)
    expect(await reader.readInto(target.subarray(0, 4), 8)).toBe(4)
    expect(await reader.readInto(target, 8)).toBe(4)
    expect(await reader.readInto(target, 12)).toBe(0)
    expect(await reader.readInto(target, 900)).toBe(0)
    expect(text(target.subarray(0, 4))).toBe('film')
    await reader.close()
  })
})

describe('refuseUnreadable', () => {
  it('accepts readable files and URLs', async () => {
    const media = [
      Media.fromFile(path),
      Media.fromBytes(Buffer.from('pixels'), { filename: 'a.png' }),
      Media.fromUrl('https://example.com/a.png'),
    ]

    await expect(refuseUnreadable(media)).resolves.toBeUndefined()
  })

  it.each([
    ['a missing file', () => Media.fromFile('missing.mp4'), 'does not exist'],
    ['a folder', () => Media.fromFile(folder, { kind: 'VIDEO' }), 'is a folder'],
    ['no bytes', () => Media.fromBytes(Buffer.alloc(0), { filename: 'a.png' }), 'The file "a.png" is empty.'],
  ])('refuses %s at any position', async (_what, make, message) => {
    await expect(refuseUnreadable([Media.fromFile(path), make()])).rejects.toThrow(message)
    await expect(refuseUnreadable([make()])).rejects.toBeInstanceOf(InvalidPostError)
  })
})

describe('a file that is read completely', () => {
  it('is closed after reading all, a part or nothing', async () => {
    const { media, open } = watch(Media.fromFile(path))

    await media.read()
    await media.piece(2, 3)
    await media.piece(1_000_000, 1)
    await refuseUnreadable([media])

    expect(open()).toBe(0)
  })
})
