import { pathToFileURL } from 'node:url'

import { ConfigError } from '@social/core/store'
import { describe, expect, it } from 'vitest'

import { KEY } from './__fixtures__/files.js'
import { readSettings, type SqliteOptions } from './options.js'

describe('the options of the stores', () => {
  it('have defaults, except for the path', () => {
    expect(readSettings('social.db', {})).toMatchObject({
      path: 'social.db',
      ring: null,
      busySeconds: 5,
      seenDays: 30,
      journalDays: 90,
    })
  })

  it('accept the URL of a file', () => {
    expect(readSettings(pathToFileURL('/tmp/social.db'), {}).path).toBe('/tmp/social.db')
    expect(readSettings('file:///tmp/social%20one.db', {}).path).toBe('/tmp/social one.db')
  })

  it.each([
    ['an empty path', '', {}, /needs the path/],
    ['a blank path', ' ', {}, /needs the path/],
    ['an incomplete URL', 'file:social.db', {}, /needs the path/],
    ['a URL of another machine', 'file://machine/social.db', {}, /needs the path/],
    ['a URL that is not a file URL', new URL('https://social.example/social.db'), {}, /needs the path/],
    ['no path', undefined as never, {}, /needs the path/], // invalid on purpose: JavaScript callers may omit the path
    ['a number for a path', 7 as never, {}, /needs the path/], // the same
    ['undefined keys', 'a.db', { keys: undefined }, /keys is undefined\. Set it, or remove it/],
    [
      'an infinite wait',
      'a.db',
      { busySeconds: Number.POSITIVE_INFINITY },
      /busySeconds must be .* not Infinity/,
    ],
    ['text for a number', 'a.db', { seenDays: '30' }, /seenDays must be a number above 0, not 30/],
    ['a negative number', 'a.db', { seenDays: -1 }, /seenDays must be a number above 0, not -1/],
    ['an unknown option', 'a.db', { keyy: KEY }, /does not know the option "keyy"\. Did you mean "keys?"\?/],
    ['no options', 'a.db', null, /takes an object/],
    ['keys that are not a list', 'a.db', { keys: new Map() }, /keys of sqliteStores must be a list/],
    ['a path that is cut at a NUL', 'a\0.db', {}, /holds a NUL/],
    ['a path with half an emoji', 'a\ud83d.db', {}, /holds half an emoji/],
    ['a key and keys', 'a.db', { key: KEY, keys: [KEY] }, /not both/],
    ['no keys', 'a.db', { keys: [] }, /keys is empty/],
    ['an undefined key', 'a.db', { key: undefined }, /key is undefined/],
    ['a wait of 0', 'a.db', { busySeconds: 0 }, /busySeconds must be a number above 0/],
    ['days that are not a number', 'a.db', { journalDays: Number.NaN }, /journalDays/],
  ])('refuse %s', (_what, path, options, message) => {
    expect(() => readSettings(path, options as SqliteOptions)).toThrow(ConfigError) // unsafe on purpose: JavaScript callers may pass invalid options
    expect(() => readSettings(path, options as SqliteOptions)).toThrow(message)
  })
})
