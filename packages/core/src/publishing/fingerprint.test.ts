import { mkdtemp, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { InvalidPostError } from '../errors/index.js'
import { Media } from '../media/media.js'
import { type FingerprintInput, fingerprintPost as printPost } from './fingerprint.js'

const fingerprintPost = async (input: FingerprintInput): Promise<string> =>
  (await printPost(input)).fingerprint

const POST = { text: 'Hello', replyTo: null, publishAt: null, options: {}, media: [] }

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'social-fingerprint-'))
})

afterEach(async () => {
  await rm(folder, { recursive: true })
})

async function file(name: string, content: string | Uint8Array): Promise<Media> {
  const path = join(folder, name)
  await writeFile(path, content)
  return Media.fromFile(path)
}

describe('the fingerprint of a post', () => {
  it('is 64 hexadecimal digits that never change between releases', async () => {
    expect(await fingerprintPost({ ...POST, options: { b: 1, a: [true, null] } })).toMatchInlineSnapshot(
      `"f98ab6981d193fd3602bbee0a08c38c66977e1efcf5fcbacbe4497eb3148fefc"`,
    )
  })

  it('never changes for any part of a post, so that retries after a library update are recognized', async () => {
    const media = [
      Media.fromUrl('https://example.com/a.png', { altText: 'A rocket' }),
      Media.fromBytes(Buffer.from('pixels'), { filename: 'b.png' }),
    ]
    const publishAt = new Date('2026-03-01T12:00:00Z')
    const prints = [
      await fingerprintPost({ text: 'Hello' }),
      await fingerprintPost({ media }),
      await fingerprintPost({ text: 'Hello', replyTo: '1', publishAt, extra: { conversationId: '7' } }),
    ]
    expect(prints).toMatchInlineSnapshot(`
      [
        "3e5d3c0395f37d187565a177fced575258b27fd72bc0d83adbaf7c761f4d9f62",
        "39bf85e32ebcace44490a97b869f0d09f9a94fe52697b1c73b31058e55f706a4",
        "a7dff5e6b4c519dcfc8b46ac58b9711ae0432e4c4f1f1456a2262ba739946ef8",
      ]
    `)
  })

  it.each([
    ['text', { text: 'Hello!' }],
    ['replyTo', { replyTo: '1' }],
    ['publishAt', { publishAt: new Date(0) }],
    ['options', { options: { sensitive: true } }],
    ['media', { media: [Media.fromUrl('https://example.com/a.png')] }],
    ['other values of the operation', { extra: { conversationId: '7' } }],
  ])('differs with %s', async (_what, change) => {
    expect(await fingerprintPost({ ...POST, ...change })).not.toBe(await fingerprintPost(POST))
  })

  it('is the same for any order of the options, at every depth', async () => {
    const options = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }))
    await fc.assert(
      fc.asyncProperty(options, async (given) => {
        expect(await fingerprintPost({ options: reversed(given) })).toBe(
          await fingerprintPost({ options: given }),
        )
      }),
    )
  })

  it('differs if the JSON of the options differs', async () => {
    const options = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }))
    await fc.assert(
      fc.asyncProperty(options, options, async (one, other) => {
        fc.pre(JSON.stringify(sorted(one)) !== JSON.stringify(sorted(other)))

        expect(await fingerprintPost({ options: one })).not.toBe(await fingerprintPost({ options: other }))
      }),
    )
  })

  it('differs between text and options with the same characters', async () => {
    const prints = await Promise.all([
      fingerprintPost({ options: { at: new Date(5) } }),
      fingerprintPost({ options: { at: { date: 5 } } }),
      fingerprintPost({ options: { at: 5 } }),
      fingerprintPost({ options: { at: '5' } }),
      fingerprintPost({ options: { at: 5n } }),
      fingerprintPost({ options: { at: [5] } }),
      fingerprintPost({ options: { at: new Uint8Array([5]) } }),
      fingerprintPost({ options: { at: Number.NaN } }),
      fingerprintPost({ options: { at: null } }),
    ])

    expect(new Set(prints).size).toBe(prints.length)
  })

  it('treats an undefined option as missing', async () => {
    expect(await fingerprintPost({ options: { sensitive: undefined } })).toBe(
      await fingerprintPost({ options: {} }),
    )
  })
})

describe('the fingerprint of a file', () => {
  it('comes with the identity of the files, which changes when a file changes', async () => {
    const path = join(folder, 'turned.mp4')
    await writeFile(path, 'one')
    const first = await printPost({ media: [Media.fromFile(path)] })
    const again = await printPost({ media: [Media.fromFile(path)] })
    await writeFile(path, 'two')
    await utimes(path, new Date(5), new Date(5))
    const other = await printPost({ media: [Media.fromFile(path)] })

    expect(first.files).toMatch(/^[0-9a-f]{64}$/)
    expect(again.files).toBe(first.files)
    expect(other.files).not.toBe(first.files)
    expect((await printPost({ text: 'words' })).files).toBeNull()
  })

  it('ignores the folder and the times', async () => {
    const before = await file('a.png', 'pixels')
    const print = await fingerprintPost({ media: [before] })
    await rename(join(folder, 'a.png'), join(folder, 'b.png'))
    await writeFile(join(folder, 'a.png'), 'pixels')
    await utimes(join(folder, 'a.png'), 0, 0)

    expect(await fingerprintPost({ media: [Media.fromFile(`${folder}/./a.png`)] })).toBe(print)
    expect(
      await fingerprintPost({ media: [Media.fromBytes(Buffer.from('pixels'), { filename: 'a.png' })] }),
    ).toBe(print)
  })

  it.each([
    ['its name', Buffer.from('pixels'), { filename: 'b.png' }],
    ['its kind', Buffer.from('pixels'), { filename: 'a.png', kind: 'VIDEO' }],
    ['its alt text', Buffer.from('pixels'), { filename: 'a.png', altText: 'A rocket' }],
    ['its content', Buffer.from('pixelz'), { filename: 'a.png' }],
    ['its size', Buffer.from('pixels '), { filename: 'a.png' }],
  ] as const)('differs with %s', async (_what, bytes, options) => {
    const original = Media.fromBytes(Buffer.from('pixels'), { filename: 'a.png' })

    expect(await fingerprintPost({ media: [Media.fromBytes(bytes, options)] })).not.toBe(
      await fingerprintPost({ media: [original] }),
    )
  })

  it('depends only on the first and the last 64 KiB', async () => {
    const prints: string[] = []
    for (const changed of [null, 0, 65_535, 65_536, 300_000 - 65_537, 300_000 - 65_536, 299_999]) {
      const bytes = new Uint8Array(300_000)
      if (changed !== null) bytes[changed] = 1
      prints.push(await fingerprintPost({ media: [Media.fromBytes(bytes, { filename: 'a.mp4' })] }))
    }
    const [unchanged, ...rest] = prints

    expect(rest.map((print) => print === unchanged)).toEqual([false, false, true, true, false, false])
  })

  it('differs with the order of the files', async () => {
    const [one, other] = [await file('a.png', '1'), await file('b.png', '2')]

    expect(await fingerprintPost({ media: [one, other] })).not.toBe(
      await fingerprintPost({ media: [other, one] }),
    )
  })

  it('depends only on the URL for a file that is a URL', async () => {
    const [one, same, other] = await Promise.all(
      ['https://example.com/a.png', 'https://example.com/a.png', 'https://example.com/a.png?v=2'].map(
        async (url) => fingerprintPost({ media: [Media.fromUrl(url)] }),
      ),
    )

    expect(same).toBe(one)
    expect(other).not.toBe(one)
  })

  it.each([{ kind: 'VIDEO' }, { altText: 'A rocket' }] as const)(
    'differs with the properties of a URL: %j',
    async (options) => {
      const url = 'https://example.com/a.png'
      expect(await fingerprintPost({ media: [Media.fromUrl(url, options)] })).not.toBe(
        await fingerprintPost({ media: [Media.fromUrl(url)] }),
      )
    },
  )

  it('covers the content of files inside options, and not their place', async () => {
    expect(await printed('one')).toBe(await printed('one'))
    expect(await printed('one')).not.toBe(await printed('two'))
  })

  it('refuses a missing file', async () => {
    await expect(fingerprintPost({ media: [Media.fromFile(join(folder, 'gone.png'))] })).rejects.toThrow(
      InvalidPostError,
    )
  })
})

function printed(bytes: string): Promise<string> {
  const thumbnail = Media.fromBytes(Buffer.from(bytes), { filename: 'a.png' })
  return fingerprintPost({ options: { article: { thumbnail } } })
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns the same value with its object keys in another order. */
function ordered(value: unknown, sort: (names: string[]) => string[]): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => ordered(item, sort))
  if (!isObject(value)) return value
  return Object.fromEntries(sort(Object.keys(value)).map((name) => [name, ordered(value[name], sort)]))
}

function reversed(value: object): object {
  return Object(ordered(value, (names) => names.toReversed()))
}

function sorted(value: object): unknown {
  return ordered(value, (names) => names.toSorted())
}
