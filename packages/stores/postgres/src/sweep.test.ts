import { generation, JOURNAL_KEY, MINUTE, notes } from '@social-internal/servers/port-calls'
import { describe, expect, it } from 'vitest'

import { hasPostgres, usingPostgres } from './__fixtures__/at-postgres.js'
import { ShiftedTime } from './__fixtures__/shifted-time.js'
import { postgresStores } from './stores.js'

const database = usingPostgres()
const DAY = 86_400

describe.runIf(hasPostgres)('expired rows', () => {
  it('are deleted after other writes, by the server’s clock, and no other row is', async () => {
    const schema = database.schema()
    const time = new ShiftedTime(database.pool)
    const stores = postgresStores(time.pool, { schema, clock: time.clock, seenDays: 2, journalDays: 3 })
    await stores.migrate()
    const counts = async (): Promise<readonly Record<string, unknown>[]> =>
      database.behind(`SELECT (SELECT count(*) FROM ${schema}.social_login_notes)::int AS notes,
        (SELECT count(*) FROM ${schema}.social_seen_updates)::int AS seen,
        (SELECT count(*) FROM ${schema}.social_journal)::int AS entries,
        (SELECT count(*) FROM ${schema}.social_connections)::int AS connections,
        (SELECT count(*) FROM ${schema}.social_spending)::int AS budgets`)
    const write = async (key: string): Promise<void> => {
      await stores.seenUpdates.claim(key, MINUTE)
      await time.pass(0)
    }
    await stores.loginMemory.keep('state', notes, { lifetimeSeconds: 600 })
    const seen = await stores.seenUpdates.claim('update', MINUTE)
    await stores.seenUpdates.confirm('update', 'claim' in seen ? seen.claim : '')
    await stores.journal.finishNew(JOURNAL_KEY, 'print', { id: '1' })
    await stores.storage.saveConnection(generation(1))
    await stores.storage.deleteConnection('fake:42')
    await stores.spendingCounter.reserve('credits', 1, { units: 5, perSeconds: 60 })
    // Waits until the sweep that the first write started has ended.
    await time.pass(0)
    expect(await counts()).toEqual([{ notes: 1, seen: 1, entries: 1, connections: 1, budgets: 1 }])

    await time.pass(601)
    await write('a')
    expect(await counts()).toEqual([{ notes: 0, seen: 2, entries: 1, connections: 1, budgets: 0 }])
    await time.pass(2 * DAY + 3_600)
    await write('b')
    expect(await counts()).toEqual([{ notes: 0, seen: 1, entries: 1, connections: 0, budgets: 0 }])
    await time.pass(DAY)
    await write('c')
    expect(await counts()).toEqual([{ notes: 0, seen: 1, entries: 0, connections: 0, budgets: 0 }])
    await stores.close()
  })
})

describe.runIf(hasPostgres)('a handled update', () => {
  it('is new again after it has expired, even before its row is deleted', async () => {
    const time = new ShiftedTime(database.pool)
    const stores = postgresStores(time.pool, { schema: database.schema(), clock: time.clock, seenDays: 2 })
    await stores.migrate()
    const first = await stores.seenUpdates.claim('update', MINUTE)
    await stores.seenUpdates.confirm('update', 'claim' in first ? first.claim : '')
    time.step(2 * DAY - 60)
    expect((await stores.seenUpdates.claim('update', MINUTE)).state).toBe('SEEN')
    time.step(61)
    expect((await stores.seenUpdates.claim('update', MINUTE)).state).toBe('CLAIMED')
    await stores.close()
  })
})
