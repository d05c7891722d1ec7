import { pathToFileURL } from 'node:url'
import { inspect } from 'node:util'

import { ConfigError } from '@social/core/platform'
import { describe, expect, it } from 'vitest'

import { KEY, OTHER_KEY } from './__fixtures__/files.js'
import { KeyRing } from './key-ring.js'
import { readSettings, type SqliteOptions } from './options.js'

describe('the settings of a file', () => {
  it('have defaults for everything but the path', () => {
    expect(readSettings('social.db', {})).toMatchObject({
      path: 'social.db',
      ring: null,
      busySeconds: 5,
      seenDays: 30,
      journalDays: 90,
    })
  })

  it('take the address of a file', () => {
    expect(readSettings(pathToFileURL('/tmp/social.db'), {}).path).toBe('/tmp/social.db')
    expect(readSettings('file:///tmp/social%20one.db', {}).path).toBe('/tmp/social one.db')
  })

  it.each([
    ['an empty path', '', {}, /needs the path/],
    ['a blank path', ' ', {}, /needs the path/],
    ['an address that is not whole', 'file:social.db', {}, /needs the path/],
    ['an address of another machine', 'file://machine/social.db', {}, /needs the path/],
    ['an address of no file', new URL('https://social.example/social.db'), {}, /needs the path/],
    ['no path', undefined as never, {}, /needs the path/], // what an untyped program may pass
    ['a number for a path', 7 as never, {}, /needs the path/], // the same
    ['keys that are not set', 'a.db', { keys: undefined }, /keys is undefined\. Set it, or leave it out/],
    [
      'a wait for ever',
      'a.db',
      { busySeconds: Number.POSITIVE_INFINITY },
      /busySeconds must be .* not Infinity/,
    ],
    ['text for a number', 'a.db', { seenDays: '30' }, /seenDays must be a number above 0, not 30/],
    ['less than nothing', 'a.db', { seenDays: -1 }, /seenDays must be a number above 0, not -1/],
    ['an unknown option', 'a.db', { keyy: KEY }, /does not know the option "keyy"\. It takes: key, keys/],
    ['a key and keys', 'a.db', { key: KEY, keys: [KEY] }, /not both/],
    ['no keys', 'a.db', { keys: [] }, /keys is empty/],
    ['a key that is not set', 'a.db', { key: undefined }, /key is undefined/],
    ['a wait of nothing', 'a.db', { busySeconds: 0 }, /busySeconds must be a number above 0/],
    ['days that are no number', 'a.db', { journalDays: Number.NaN }, /journalDays/],
  ])('refuse %s', (_what, path, options, words) => {
    expect(() => readSettings(path, options as SqliteOptions)).toThrow(ConfigError) // what an untyped program may pass
    expect(() => readSettings(path, options as SqliteOptions)).toThrow(words)
  })
})

describe('a sealing key', () => {
  const bytes = new Uint8Array(32).fill(0xaa)

  it('is the same key as bytes, hex, base64 and base64url', () => {
    const forms = [
      bytes,
      KEY,
      Buffer.from(bytes).toString('base64'),
      Buffer.from(bytes).toString('base64url'),
    ]
    const names = forms.map((key) => new KeyRing([key]).newest)

    expect(new Set(names).size).toBe(1)
  })

  it.each([
    '',
    'hunter2',
    'a'.repeat(63),
    'a'.repeat(65),
    `g${KEY}`,
    'ü'.repeat(43),
    `${'A'.repeat(43)}==`,
    `=${'A'.repeat(43)}`,
    new Uint8Array(16),
  ])('is not made of %j, and the refusal says how to make one without repeating it', (key) => {
    expect(() => new KeyRing([key])).toThrow(/randomBytes\(32\)/)
    expect(() => new KeyRing([key])).not.toThrow(/hunter2/)
  })

  it('is found by its name, the first being the newest', () => {
    const ring = new KeyRing([KEY, OTHER_KEY])
    const other = new KeyRing([OTHER_KEY]).newest

    expect(ring.newest).not.toBe(other)
    expect(ring.find(ring.newest)).toEqual(Uint8Array.from(bytes))
    expect(ring.find(other)).not.toBeNull()
    expect(ring.find('unknown')).toBeNull()
  })

  it('is not seen when the ring is printed', () => {
    expect(inspect(new KeyRing([KEY]), { depth: 9 })).toBe(
      `KeyRing { newest: '${new KeyRing([KEY]).newest}' }`,
    )
  })
})

describe('a proof', () => {
  const ring = new KeyRing([KEY])

  it('shows that whoever wrote a text had the key', () => {
    const proof = ring.sign(ring.newest, 'text')

    expect(ring.isSigned(ring.newest, 'text', proof)).toBe(true)
    expect(new KeyRing([OTHER_KEY, KEY]).isSigned(ring.newest, 'text', proof)).toBe(true)
  })

  it('is of one text, one key and no other length', () => {
    const other = new KeyRing([OTHER_KEY])
    const proof = ring.sign(ring.newest, 'text')

    expect(ring.isSigned(ring.newest, 'other text', proof)).toBe(false)
    expect(other.isSigned(ring.newest, 'text', proof)).toBe(false)
    expect(ring.isSigned(ring.newest, 'text', other.sign(other.newest, 'text'))).toBe(false)
    expect(ring.isSigned(ring.newest, 'text', `${proof}A`)).toBe(false)
    expect(ring.isSigned(ring.newest, 'text', '')).toBe(false)
  })

  it('is not made with a key that is not on the ring', () => {
    expect(() => ring.sign('unknown', 'text')).toThrow(ConfigError)
    expect(() => ring.sign('unknown', 'text')).toThrow(/The key "unknown" is not among the keys given/)
  })
})
