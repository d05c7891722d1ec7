import { inspect } from 'node:util'

import { generation, JOURNAL_KEY, MINUTE, notes } from '@social-internal/servers/port-calls'
import { ConfigError } from '@social/core/store'
import { anApp } from '@social/testkit/application'
import { describe, expect, it } from 'vitest'

import { hasPostgres, KEY, OTHER_KEY, usingPostgres } from '../__fixtures__/at-postgres.js'
import type { PostgresStores } from '../stores.js'

const database = usingPostgres()

const DONE = { ...JOURNAL_KEY, idempotencyKey: 'done' }
const SECRETS = ['access-1', 'refresh-1', 'client-secret', 'pkce-secret', 'receipt-secret', 'result-secret']

async function fill({ storage, loginMemory, journal }: PostgresStores): Promise<void> {
  await storage.saveConnection(generation(1))
  await storage.saveApp(anApp({ clientSecret: 'client-secret' }))
  await loginMemory.keep('state-secret', notes, { lifetimeSeconds: 600 })
  for (const key of [JOURNAL_KEY, DONE]) {
    const entry = await journal.open(key, 'print', MINUTE)
    const claim = 'claim' in entry ? entry.claim : ''
    await journal.save(key, claim, { session: 'receipt-secret' }, MINUTE)
    if (key === DONE) await journal.finish(key, claim, { raw: 'result-secret' })
    else await journal.release(key, claim)
  }
}

/** Reads back all secrets that were stored, and returns them as one text. */
async function read({ storage, loginMemory, journal }: PostgresStores): Promise<string> {
  const stored = await storage.getConnection('fake:42')
  const open = await journal.open(JOURNAL_KEY, 'print', MINUTE)
  if ('claim' in open) await journal.release(JOURNAL_KEY, open.claim)
  return JSON.stringify([
    stored?.token.accessToken,
    stored?.token.refreshToken,
    (await storage.getApp('fake', null))?.clientSecret,
    await loginMemory.lookUp('state-secret'),
    'receipt' in open ? open.receipt : null,
    await journal.open(DONE, 'print', MINUTE),
  ])
}

/** Returns all rows of the tables as text. */
async function bytesOf(schema: string): Promise<string> {
  const tables = await database.behind(
    'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = $1',
    [schema],
  )
  const all = []
  for (const { name } of tables)
    all.push(await database.behind(`SELECT row_to_json(t)::text AS row FROM ${schema}.${String(name)} t`))
  return JSON.stringify(all)
}

describe.runIf(hasPostgres)('a sealed schema', () => {
  it('contains no plain secret, and returns all of them', async () => {
    const schema = database.schema()
    await fill(await database.stores({ schema, key: KEY }))
    const bytes = await bytesOf(schema)
    const text = await read(database.unmigrated({ schema, key: KEY }))

    for (const secret of [...SECRETS, 'state-secret', KEY]) expect(bytes).not.toContain(secret)
    for (const secret of SECRETS) expect(text).toContain(secret)
  })

  it.each([
    ['another key', { key: OTHER_KEY }, /is sealed with the key "[\w-]{12}", which is missing from keys/],
    ['no key', {}, /is sealed\. Pass the key/],
  ])('refuses the first call with %s', async (_what, options, message) => {
    const schema = database.schema()
    await fill(await database.stores({ schema, key: KEY }))
    const stores = database.unmigrated({ schema, ...options })

    await expect(stores.markers.load('fake:42', 'mentions')).rejects.toThrow(message)
  })

  it('accepts a new key, seals everything with it, and no longer needs the old one', async () => {
    const schema = database.schema()
    await fill(await database.stores({ schema, key: OTHER_KEY }))
    const turning = database.unmigrated({ schema, keys: [KEY, OTHER_KEY] })
    await read(turning)
    await expect(database.unmigrated({ schema, key: KEY }).markers.load('a', 'b')).rejects.toThrow(
      /after reseal\(\) has run/,
    )
    const count = await turning.reseal()
    const text = await read(database.unmigrated({ schema, key: KEY }))

    expect(count).toBe(5)
    expect(await turning.reseal()).toBe(0)
    for (const secret of SECRETS) expect(text).toContain(secret)
  })

  it('accepts unsealed rows from before its first key, until they are sealed', async () => {
    const schema = database.schema()
    await fill(await database.stores({ schema }))
    const stores = database.unmigrated({ schema, key: KEY })
    expect(await read(stores)).toContain('access-1')
    expect(await stores.reseal()).toBe(5)
    await database.behind(`UPDATE ${schema}.social_apps SET body = '{"clientSecret":"hunter2"}'`)
    const error: unknown = await stores.storage.getApp('fake', null).catch((reason: unknown) => reason)

    expect(ConfigError.is(error)).toBe(true)
    expect(String(error)).toMatch(/is not sealed, but every row of this schema must be/)
    expect(inspect(error, { depth: 9 })).not.toContain('hunter2')
  })

  it('refuses unsealed rows if it had a key from the start', async () => {
    const schema = database.schema()
    const stores = await database.stores({ schema, key: KEY })
    await fill(stores)
    await database.behind(
      `UPDATE ${schema}.social_journal SET receipt = '{"step":"FINISH"}' WHERE receipt IS NOT NULL`,
    )

    await expect(stores.journal.open(JOURNAL_KEY, 'print', MINUTE)).rejects.toThrow(/is not sealed/)
    await expect(
      stores.journal.open(JOURNAL_KEY, 'print', MINUTE),
      'An unreadable entry is released immediately.',
    ).rejects.toThrow(/is not sealed/)
  })

  it('refuses unsealed rows after the names of the keys were deleted', async () => {
    const schema = database.schema()
    await fill(await database.stores({ schema, key: KEY }))
    await database.behind(`DELETE FROM ${schema}.social_keys`)
    await database.behind(`UPDATE ${schema}.social_apps SET body = '{"clientSecret":"hunter2"}'`)
    const stores = database.unmigrated({ schema, key: KEY })

    await expect(stores.storage.getApp('fake', null)).rejects.toThrow(/is not sealed/)
    expect((await stores.storage.getConnection('fake:42'))?.token.accessToken).toBe('access-1')
  })

  it('cannot be resealed without a key', async () => {
    const stores = await database.stores()

    await expect(stores.reseal()).rejects.toThrow(/Sealing needs a key/)
  })
})
