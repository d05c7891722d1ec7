import { generation, PORT_CALLS } from '@social-internal/servers/port-calls'
import { ConfigError } from '@social/core/store'
import { describe, expect, it } from 'vitest'

import { hasPostgres, usingPostgres } from './__fixtures__/at-postgres.js'

const database = usingPostgres()

const TABLES = `SELECT table_schema || '.' || table_name AS name FROM information_schema.tables
  WHERE table_schema = 'public' OR table_schema ~ '^s[0-9]+$' ORDER BY 1`

describe.runIf(hasPostgres)('a migration', () => {
  it('runs once if many processes start it at the same time, and later runs do nothing', async () => {
    const schema = database.schema()
    const many = Array.from({ length: 8 }, () => database.unmigrated({ schema }))
    await Promise.all(many.map((stores) => stores.migrate()))
    await many[0]?.migrate()
    const rows = await database.behind(`SELECT count(*)::int AS versions FROM ${schema}.social_schema`)

    expect(rows).toEqual([{ versions: 1 }])
    await many[0]?.storage.saveConnection(generation(1))
    expect(await many[7]?.storage.getConnection('fake:42')).not.toBeNull()
  })

  it('changes nothing else in the database, not even tables of the same names in other schemas', async () => {
    const others = ['public.social_connections', 'public.social_journal', 'public.customers']
    for (const name of others) await database.behind(`CREATE TABLE ${name} AS SELECT 'theirs'::text AS id`)
    const before = (await database.behind(TABLES)).filter(({ name }) => String(name).startsWith('public'))
    for (const { before: prepare, run } of PORT_CALLS) {
      const stores = await database.stores()
      await run(stores, await prepare?.(stores))
    }
    const after = (await database.behind(TABLES)).map(({ name }) => String(name))

    expect(after.filter((name) => !/^s\d+\.social_/.test(name))).toEqual(
      before.map(({ name }) => String(name)),
    )
    for (const name of others)
      expect(await database.behind(`SELECT id FROM ${name}`)).toEqual([{ id: 'theirs' }])
  })

  it('uses an existing schema for a user who may not create one', async () => {
    const schema = database.schema()
    await database.behind(`CREATE SCHEMA ${schema}`)
    await database.behind(`CREATE TABLE ${schema}.customers AS SELECT 1 AS id`)
    const stores = await database.stores({ schema })
    await stores.markers.save('fake:42', 'mentions', '1')

    expect(await database.behind(`SELECT id FROM ${schema}.customers`)).toEqual([{ id: 1 }])
  })
})

describe.runIf(hasPostgres)('tables of another version', () => {
  it('are refused by every store and by the migration if they are too new', async () => {
    const schema = database.schema()
    await database.stores({ schema })
    await database.behind(`UPDATE ${schema}.social_schema SET version = 99`)
    const stores = database.unmigrated({ schema })
    const message =
      /has version 99 of the tables; this @social\/postgres supports version 2 and accepts at most 3\. Update/

    await expect(stores.storage.getConnection('fake:42')).rejects.toThrow(message)
    await expect(stores.seenUpdates.claim('update', { leaseSeconds: 1 })).rejects.toThrow(ConfigError)
    await expect(stores.migrate()).rejects.toThrow(message)
  })

  it('are used if they are one version newer, as during a deploy, and a migration does not change them', async () => {
    const schema = database.schema()
    await database.stores({ schema })
    await database.behind(`ALTER TABLE ${schema}.social_connections ADD COLUMN added_later text`)
    await database.behind(`UPDATE ${schema}.social_schema SET version = version + 1`)
    const [newer] = await database.behind(`SELECT version FROM ${schema}.social_schema`)
    const older = database.unmigrated({ schema })
    await older.migrate()
    await older.storage.saveConnection(generation(1))

    expect(await older.storage.getConnection('fake:42')).not.toBeNull()
    expect(await database.behind(`SELECT version FROM ${schema}.social_schema`)).toEqual([newer])
  })

  it('without a column refuse the calls that need it, with the required action, and serve the others', async () => {
    const schema = database.schema()
    const stores = await database.stores({ schema })
    await database.behind(`ALTER TABLE ${schema}.social_journal DROP COLUMN saved`)
    const key = { connectionId: 'fake:42', operation: 'post', idempotencyKey: 'key' }
    await stores.storage.saveConnection(generation(1))

    expect(await stores.storage.getConnection('fake:42')).not.toBeNull()
    await expect(stores.journal.open(key, 'print', { leaseSeconds: 60 })).rejects.toThrow(
      /the tables are older than this @social\/postgres \(42703\)\. Run stores\.migrate\(\) once/,
    )
  })

  it('are refused if they are two versions newer', async () => {
    const schema = database.schema()
    await database.stores({ schema })
    await database.behind(`UPDATE ${schema}.social_schema SET version = version + 2`)

    await expect(database.unmigrated({ schema }).storage.getConnection('fake:42')).rejects.toThrow(
      /Update @social\/postgres/,
    )
  })

  it('are refused if they are older or missing, until they are migrated', async () => {
    const schema = database.schema()
    const stores = database.unmigrated({ schema })
    await expect(stores.storage.getConnection('fake:42')).rejects.toThrow(
      /the tables do not exist \(42P01\)\. Run stores\.migrate\(\) once/,
    )
    await database.behind(`CREATE SCHEMA ${schema}`)
    await database.behind(`CREATE TABLE ${schema}.social_schema AS SELECT 0 AS version`)
    await database.behind(`CREATE TABLE ${schema}.social_keys (name text)`)
    await expect(stores.storage.getConnection('fake:42')).rejects.toThrow(
      /has version 0 of the tables; this @social\/postgres needs version 2\. Run stores\.migrate\(\)/,
    )
    await database.behind(`DROP TABLE ${schema}.social_keys`)
    await stores.migrate()
    expect(await stores.storage.getConnection('fake:42')).toBeNull()
  })

  it('are detected within a minute by a running process', async () => {
    const schema = database.schema()
    let seconds = 0
    const clock = {
      now: () => new Date(),
      monotonic: () => seconds,
      sleep: (_seconds: number, options: { readonly signal?: AbortSignal | undefined } = {}) =>
        new Promise<void>((_resolve, reject) => {
          options.signal?.addEventListener('abort', () => reject(options.signal?.reason), { once: true })
        }),
    }
    const stores = await database.stores({ schema, clock })
    await stores.storage.getConnection('fake:42')
    await database.behind(`UPDATE ${schema}.social_schema SET version = version + 2`)
    seconds = 61

    await expect(stores.storage.getConnection('fake:42')).rejects.toThrow(/has version 4/)
  })
})
