import { generation, JOURNAL_KEY, MINUTE, notes } from '@social-internal/servers/port-calls'
import { aConnection } from '@social/testkit/application'
import { describe, expect, it } from 'vitest'

import { hasPostgres, usingPostgres } from '../__fixtures__/at-postgres.js'
import { type PostgresStores, postgresStores } from '../stores.js'
import type { PostgresClient, PostgresPool, PostgresQuery } from './pool.js'

const database = usingPostgres()

/**
 * A pool that records every statement and can send all of them again. It simulates a server that runs a statement
 * after the client gave up.
 */
class RememberingPool implements PostgresPool {
  readonly #pool: PostgresPool = database.pool
  readonly asked: PostgresQuery[] = []

  async connect(): Promise<PostgresClient> {
    const client = await this.#pool.connect()
    return {
      query: (query) => {
        this.asked.push(query)
        return client.query(query)
      },
      release: (isBroken) => client.release(isBroken),
      on: (event, listener) => client.on(event, listener),
      removeListener: (event, listener) => client.removeListener(event, listener),
    }
  }

  on(): void {}

  removeListener(): void {}

  /** Sends all recorded statements again, in their original order. */
  async sendAgain(): Promise<void> {
    for (const { text, values = [] } of this.asked) await database.pool.query(text, values)
  }
}

/** Returns all data that the stores return to a reader. */
async function read(schema: string): Promise<unknown> {
  const { storage, journal, loginMemory, seenUpdates, markers, spendingCounter } = database.unmigrated({
    schema,
  })
  const open = await journal.open(JOURNAL_KEY, 'print', MINUTE)
  if ('claim' in open) await journal.release(JOURNAL_KEY, open.claim)
  return {
    connection: (await storage.getConnection('fake:42'))?.token.accessToken,
    gone: await storage.getConnection('fake:gone'),
    receipt: 'receipt' in open ? open.receipt : open.state,
    notes: await loginMemory.lookUp('state'),
    seen: (await seenUpdates.claim('update', MINUTE)).state,
    marker: await markers.load('fake:42', 'mentions'),
    spent: await spendingCounter.spent('credits', 3_600),
  }
}

async function work({
  storage,
  journal,
  loginMemory,
  seenUpdates,
  markers,
  spendingCounter,
}: PostgresStores): Promise<void> {
  await storage.saveConnection(generation(1))
  await storage.saveRenewed(generation(2), generation(1))
  await storage.saveConnection(generation(3))
  const gone = aConnection({ accountId: 'gone' })
  await storage.saveConnection(gone)
  await storage.deleteConnection(gone.id)
  const entry = await journal.open(JOURNAL_KEY, 'print', MINUTE)
  const claim = 'claim' in entry ? entry.claim : ''
  await journal.save(JOURNAL_KEY, claim, { step: 'PREPARE' }, MINUTE)
  await journal.save(JOURNAL_KEY, claim, { step: 'FINISH' }, MINUTE)
  await loginMemory.keep('state', notes, { lifetimeSeconds: 600 })
  await loginMemory.take('state')
  const seen = await seenUpdates.claim('update', MINUTE)
  await seenUpdates.confirm('update', 'claim' in seen ? seen.claim : '')
  await markers.save('fake:42', 'mentions', 'older')
  await markers.save('fake:42', 'mentions', 'newer')
  const limit = { units: 100, perSeconds: 3_600 }
  const kept = await spendingCounter.reserve('credits', 50, limit)
  await spendingCounter.giveBack('credits', 20, kept.ok ? kept.reservation : '')
  await spendingCounter.reserve('credits', 5, limit)
  await journal.release(JOURNAL_KEY, claim)
}

describe.runIf(hasPostgres)('statements that are applied late', () => {
  it('undo no later write, and duplicate nothing', async () => {
    const schema = database.schema()
    const pool = new RememberingPool()
    const stores = postgresStores(pool, { schema })
    await stores.migrate()
    pool.asked.length = 0
    await work(stores)
    const before = await read(schema)
    await pool.sendAgain()

    expect(before).toEqual({
      connection: 'access-3',
      gone: null,
      receipt: { step: 'FINISH' },
      notes: null,
      seen: 'SEEN',
      marker: 'newer',
      spent: 35,
    })
    expect({ ...((await read(schema)) as object), receipt: null }).toEqual({
      ...(before as object),
      receipt: null,
    })
    await stores.close()
  })

  it('need no session: no statement is named or sets a parameter', async () => {
    const pool = new RememberingPool()
    const stores = postgresStores(pool, { schema: database.schema() })
    await stores.migrate()
    pool.asked.length = 0
    await work(stores)

    expect(pool.asked.length).toBeGreaterThan(20)
    for (const query of pool.asked) {
      expect(query).not.toHaveProperty('name')
      expect(query.text).not.toMatch(/^\s*(SET|LISTEN|PREPARE|DECLARE|BEGIN)|pg_advisory_lock/i)
    }
    await stores.close()
  })
})
