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
  })

  it.each([
    ['an empty path', '', {}, /needs the path/],
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

  it.each(['', 'hunter2', 'a'.repeat(63), 'ü'.repeat(43), new Uint8Array(16)])(
    'is not made of %j, and the refusal says how to make one without repeating it',
    (key) => {
      expect(() => new KeyRing([key])).toThrow(/randomBytes\(32\)/)
      expect(() => new KeyRing([key])).not.toThrow(/hunter2/)
    },
  )

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
