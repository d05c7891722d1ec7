import { ConfigError } from '@social/core/store'
import { Pool } from 'pg'
import { describe, expect, it } from 'vitest'

import { KEY } from './__fixtures__/at-postgres.js'
import { type PostgresOptions, readSettings } from './options.js'
import { rowIdOf } from './tables.js'

const pool = new Pool()

describe('the options of the stores', () => {
  it('have defaults, except for the pool', () => {
    expect(readSettings(pool, {})).toMatchObject({
      pool,
      ownPool: null,
      schema: 'social',
      ring: null,
      timeoutSeconds: 10,
      seenDays: 30,
      journalDays: 90,
    })
  })

  it.each([
    ['no pool', undefined as never, {}, /needs a Pool of pg/], // invalid on purpose: JavaScript callers may omit the pool
    ['an object that is not a pool', {} as never, {}, /needs a Pool of pg/], // the same
    ['a URL with another scheme', 'https://app:hunter2@db.example', {}, /starts with postgres:\/\//],
    [
      'a schema that requires quotes',
      pool,
      { schema: 'My Schema"; DROP' },
      /small letters, digits and underscores/,
    ],
    ['a schema of the server', pool, { schema: 'pg_catalog' }, /not starting with pg_/],
    ['a timeout of 0', pool, { timeoutSeconds: 0 }, /timeoutSeconds must be a number above 0/],
    ['an undefined key', pool, { key: undefined }, /key is undefined/],
    ['a key and keys', pool, { key: KEY, keys: [KEY] }, /not both/],
    ['an unknown option', pool, { shema: 'social' }, /does not know the option "shema"/],
  ])('refuse %s', (_what, given, options, message) => {
    const read = (): unknown => readSettings(given, options as PostgresOptions) // unsafe on purpose: JavaScript callers may pass invalid options

    expect(read).toThrow(ConfigError)
    expect(read).toThrow(message)
    expect(read).not.toThrow(/hunter2/)
  })
})

describe('the row id of a text', () => {
  it('is the text itself, or its digest if PostgreSQL cannot store the text in an index', () => {
    const texts = ['fake:42', 'é'.repeat(500), 'x'.repeat(1_001), 'x'.repeat(1_002), 'a\0b', 'sha256:fake:42']
    const ids = texts.map(rowIdOf)

    expect(ids.slice(0, 2)).toEqual(texts.slice(0, 2))
    for (const id of ids.slice(2)) expect(id).toMatch(/^sha256:[\w-]{43}$/)
    expect(new Set(ids).size).toBe(texts.length)
  })
})
