import { readFile } from 'node:fs/promises'

import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { InvalidPostError } from '../errors/index.js'
import { watch } from './__fixtures__/files.js'
import { readImageSize } from './image-size.js'
import { Media } from './media.js'

function fixture(name: string): URL {
  return new URL(`__fixtures__/${name}`, import.meta.url)
}

function bytes(content: Uint8Array): Media {
  return Media.fromBytes(content, { filename: 'a.jpg' })
}

describe('readImageSize', () => {
  it.each([
    ['picture.png', { width: 3, height: 2 }],
    ['picture.gif', { width: 3, height: 2 }],
    ['picture.jpg', { width: 3, height: 2 }],
    ['progressive.jpg', { width: 3, height: 2 }],
    ['lossy.webp', { width: 3, height: 2 }],
    ['lossless.webp', { width: 1025, height: 517 }],
    ['extended.webp', { width: 3, height: 2 }],
  ])('reads the size of %s', async (name, size) => {
    expect(await readImageSize(Media.fromFile(fixture(name)))).toEqual(size)
  })

  it('rotates a JPEG with an orientation of 90 degrees', async () => {
    expect(await readImageSize(Media.fromFile(fixture('turned.jpg')))).toEqual({ width: 2, height: 3 })
  })

  it('does not rotate a JPEG with an orientation of 180 degrees', async () => {
    expect(await readImageSize(Media.fromFile(fixture('upside-down.jpg')))).toEqual({ width: 3, height: 2 })
  })

  it('uses the content, not the name', async () => {
    const png = await readFile(fixture('picture.png'))

    expect(await readImageSize(bytes(png))).toEqual({ width: 3, height: 2 })
  })

  it('finds the size of a JPEG after a thumbnail of 60 kB', async () => {
    const jpeg = await readFile(fixture('picture.jpg'))
    const thumbnail = Buffer.concat([Buffer.from([0xff, 0xe1, 0xea, 0x62]), Buffer.alloc(60_000)])

    const size = await readImageSize(bytes(Buffer.concat([jpeg.subarray(0, 2), thumbnail, jpeg.subarray(2)])))

    expect(size).toEqual({ width: 3, height: 2 })
  })

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['zeros', Buffer.alloc(100)],
    ['the beginning of a JPEG', Buffer.from('ffd8ffe000104a464946', 'hex')],
    ['a JPEG that ends before its picture', Buffer.from('ffd8ffd9000000000000000000', 'hex')],
    ['a JPEG of only fill bytes', Buffer.concat([Buffer.from('ffd8', 'hex'), Buffer.alloc(5000, 0xff)])],
    [
      'a JPEG of endless empty segments',
      Buffer.concat([Buffer.from('ffd8', 'hex'), Buffer.alloc(20_000, 'ffe00002', 'hex')]),
    ],
    ['a GIF without width', Buffer.from('474946383961000002000000', 'hex')],
  ])('returns null for %s', async (_what, content) => {
    expect(await readImageSize(bytes(content))).toBeNull()
  })

  it('returns null for a video and for a URL without reading them', async () => {
    expect(await readImageSize(Media.fromFile('missing.mp4'))).toBeNull()
    expect(await readImageSize(Media.fromUrl('https://example.com/a.png'))).toBeNull()
  })

  it('refuses a missing file', async () => {
    await expect(readImageSize(Media.fromFile('missing.png'))).rejects.toThrow(InvalidPostError)
  })

  it('never throws for damage anywhere in a file', async () => {
    const whole = await Promise.all(
      ['turned.jpg', 'picture.png', 'extended.webp', 'lossless.webp'].map((name) => readFile(fixture(name))),
    )
    const damage = fc.array(fc.tuple(fc.nat(200), fc.integer({ min: 0, max: 255 })), { maxLength: 5 })
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...whole), damage, fc.nat(300), async (file, changes, length) => {
        const copy = Uint8Array.from(file.subarray(0, length))
        for (const [at, value] of changes) if (at < copy.length) copy[at] = value

        const size = await readImageSize(bytes(copy))

        expect(size === null || (size.width > 0 && size.height > 0)).toBe(true)
      }),
    )
  })

  it('closes the picture, also a damaged one', async () => {
    const { media, open } = watch(Media.fromBytes(Buffer.from('no picture'), { filename: 'a.png' }))

    await readImageSize(media)

    expect(open()).toBe(0)
  })
})
