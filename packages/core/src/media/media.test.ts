import { inspect } from 'node:util'

import { describe, expect, it } from 'vitest'

import { ConfigError, InvalidPostError } from '../errors/index.js'
import { Media } from './media.js'

/** Passes a value of any type, as a JavaScript application can. */
function untyped(value: unknown): never {
  return value as never // the wrong type is the point of these tests
}

function text(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString()
}

describe('Media.fromBytes', () => {
  const bytes = Buffer.from('pixels')

  it('keeps the bytes without copying', async () => {
    const media = Media.fromBytes(bytes, { filename: 'a.PNG', altText: 'A rocket' })

    expect(media).toMatchObject({
      kind: 'IMAGE',
      filename: 'a.PNG',
      contentType: 'image/png',
      altText: 'A rocket',
    })
    expect(media.content).toBe(bytes)
    expect(await media.size()).toBe(6)
    expect((await media.piece(1, 3)).buffer).toBe(bytes.buffer)
    expect(text(await media.piece(1, 3))).toBe('ixe')
    expect(text(await media.piece(4, 100))).toBe('ls')
    expect(text(await media.piece(9, 1))).toBe('')
    expect(text(await media.read())).toBe('pixels')
  })

  it('reads by position like a file', async () => {
    const reader = await Media.fromBytes(bytes, { filename: 'a.png' }).open()
    const target = new Uint8Array(4)

    expect(reader.size).toBe(6)
    expect(await reader.readInto(target, 4)).toBe(2)
    expect(text(target.subarray(0, 2))).toBe('ls')
    expect(await reader.readInto(target, 6)).toBe(0)
    await reader.close()
  })

  it('is hidden when printed, spread and made into JSON', () => {
    const media = Media.fromBytes(Buffer.from('secret pixels'), { filename: 'a.png' })
    const printed = [
      inspect(media, { showHidden: true, depth: 9 }),
      JSON.stringify(media),
      inspect({ ...media }),
    ]

    expect(printed.filter((line) => /secret|115, ?101|73 65/.test(line))).toEqual([])
    expect(printed[0]).toContain("filename: 'a.png'")
  })

  it('prints all other fields', () => {
    const media = Media.fromBytes(Buffer.from('x'), { filename: 'a.png', altText: 'A rocket' })

    expect(JSON.parse(JSON.stringify(media))).toEqual({
      kind: 'IMAGE',
      path: null,
      url: null,
      filename: 'a.png',
      altText: 'A rocket',
      contentType: 'image/png',
    })
  })

  it.each([
    [
      'text',
      'a.png',
      'Media.fromBytes requires a Uint8Array or a Buffer, not "a.png". Use Media.fromFile(path) for a path',
    ],
    ['an ArrayBuffer', new ArrayBuffer(4), 'requires a Uint8Array or a Buffer, not an object'],
    ['a list of numbers', [1, 2], 'not a list'],
    ['nothing', undefined, 'not undefined'],
  ])('refuses %s', (_what, given, message) => {
    expect(() => Media.fromBytes(untyped(given), { filename: 'a.png' })).toThrow(message)
  })

  it.each([undefined, {}, { filename: '' }, { filename: 5 }])('requires a file name, not %o', (options) => {
    expect(() => Media.fromBytes(bytes, untyped(options))).toThrow(InvalidPostError)
  })

  it('accepts bytes of another realm', async () => {
    const { runInNewContext } = await import('node:vm')
    const foreign: unknown = runInNewContext('new Uint8Array([1, 2])')

    expect(await Media.fromBytes(untyped(foreign), { filename: 'a.png' }).size()).toBe(2)
  })
})

describe('Media.fromUrl', () => {
  it.each([
    ['https://example.com/?key=secret', 'The alt text of the file at https://example.com must be text.'],
    ['https://example.com/media/a.png?key=secret', 'The alt text of "a.png" must be text.'],
  ])('names the file without possible secrets: %s', (url, message) => {
    expect(() => Media.fromUrl(url, untyped({ kind: 'IMAGE', altText: 7 }))).toThrow(message)
  })

  it.each([
    ['https://example.com/a.jpg?w=1#top', 'IMAGE', 'a.jpg'],
    ['https://example.com/films/My%20film.MP4', 'VIDEO', 'My film.MP4'],
    ['http://example.com/100%.png', 'IMAGE', '100%.png'],
  ])('reads kind and name of %s from its path', (url, kind, filename) => {
    expect(Media.fromUrl(url)).toMatchObject({ url, kind, filename, path: null, content: null })
  })

  it('has no name if the path ends with a slash', () => {
    expect(Media.fromUrl('https://example.com/', { kind: 'IMAGE' })).toMatchObject({
      filename: null,
      contentType: 'image/jpeg',
    })
  })

  it('has no size, and refuses to be read', async () => {
    const media = Media.fromUrl('https://example.com/a.jpg')

    expect(await media.size()).toBeNull()
    for (const use of [media.piece(0, 10), media.read(), media.open()])
      await expect(use).rejects.toThrow('"a.jpg" is a URL and cannot be read. Download the file')
  })

  it.each([
    'ftp://example.com/a.jpg',
    'file:///etc/a.jpg',
    'data:image/png;base64,AA',
    'a.jpg',
    '',
    'https://',
    undefined,
  ])('refuses %s', (url) => {
    expect(() => Media.fromUrl(untyped(url))).toThrow(
      'Media.fromUrl requires a URL that starts with https://',
    )
  })

  it('prints no signature', async () => {
    const media = Media.fromUrl('https://user:secret@example.com/a.jpg?signature=secret#secret')
    const refusal: unknown = await media.read().catch((error: unknown) => error)

    expect(`${inspect(media)}${JSON.stringify(media)}${inspect(refusal)}`).not.toContain('secret')
    expect(inspect(media)).toContain("url: 'https://example.com/a.jpg?[hidden]'")
  })
})

describe('all media', () => {
  it.each(['https://example.com/a.jpg', 'HTTP://example.com/a.jpg'])(
    'refuses the URL %s as a path',
    (url) => {
      expect(() => Media.fromFile(url)).toThrow(
        'Media.fromFile requires the path of a file on this machine, not a URL. Use Media.fromUrl(url) for a file on the web.',
      )
    },
  )

  // Holds R-0050.
  it.each(['png', 'jpg', 'jpeg', 'gif', 'webp', 'heic'])('are pictures with .%s', (extension) => {
    const media = Media.fromFile(`A.B.${extension.toUpperCase()}`)

    expect(media.kind).toBe('IMAGE')
    expect(media.contentType).toBe(extension === 'jpg' ? 'image/jpeg' : `image/${extension}`)
  })

  // Holds R-0050.
  it.each([
    ['mp4', 'video/mp4'],
    ['mov', 'video/quicktime'],
    ['m4v', 'video/x-m4v'],
    ['webm', 'video/webm'],
    ['avi', 'video/x-msvideo'],
    ['mkv', 'video/x-matroska'],
  ])('are videos with .%s', (extension, contentType) => {
    expect(Media.fromFile(`clip.${extension}`)).toMatchObject({ kind: 'VIDEO', contentType })
  })

  // Holds R-0051, R-0052.
  it.each(['clip', '.mp4', 'clip.', 'folder.mp4/clip', 'a.xyz', 'mp4'])(
    'are refused without a kind with the name %s',
    (name) => {
      expect(() => Media.fromFile(name)).toThrow(InvalidPostError)
      expect(() => Media.fromBytes(Buffer.from('x'), { filename: name })).toThrow("Pass { kind: 'IMAGE' }")
      expect(Media.fromFile(name, { kind: 'VIDEO' })).toMatchObject({
        kind: 'VIDEO',
        contentType: 'video/mp4',
      })
    },
  )

  it('have the kind that was passed, with any name', () => {
    expect(Media.fromFile('a.gif', { kind: 'VIDEO' })).toMatchObject({
      kind: 'VIDEO',
      contentType: 'video/mp4',
    })
  })

  it.each(['image', 'AUDIO', 5])('refuse the kind %o', (kind) => {
    expect(() => Media.fromFile('a.png', { kind: untyped(kind) })).toThrow(
      'must be "IMAGE", "VIDEO" or "DOCUMENT"',
    )
  })

  it('refuse an unknown option and name the probable one', () => {
    expect(() => Media.fromFile('a.png', untyped({ alt_text: 'A rocket' }))).toThrow(
      'A file does not know the option "alt_text". Did you mean "altText"? It takes: altText, kind.',
    )
    expect(() => Media.fromUrl('https://example.com/a.png', untyped({ title: 'x' }))).toThrow(
      InvalidPostError,
    )
    expect(() => Media.fromFile('a.png', untyped('A rocket'))).toThrow(InvalidPostError)
  })

  // Holds R-0059.
  it('accept only text as alt text', () => {
    expect(() => Media.fromFile('a.png', { altText: untyped(5) })).toThrow(
      'The alt text of the file "a.png" must be text.',
    )
    expect(Media.fromFile('a.png', { altText: null }).altText).toBeNull()
  })

  it.each([
    [-1, 1],
    [0, -1],
    [0.5, 1],
    [Number.NaN, 1],
    [0, Number.POSITIVE_INFINITY],
  ])('refuse the range %d, %d', async (start, length) => {
    for (const media of [
      Media.fromFile('a.png'),
      Media.fromBytes(Buffer.from('pixels'), { filename: 'a.png' }),
    ])
      await expect(media.piece(start, length)).rejects.toBeInstanceOf(ConfigError)
  })

  it('are frozen', () => {
    for (const media of [Media.fromFile('a.png'), Media.fromUrl('https://example.com/a.png')])
      expect(Object.isFrozen(media)).toBe(true)
  })
})
