import { emptyDatabase, leaveOut, startPostgres } from '@social-internal/servers'
import { Connection, toRecord } from '@social/core/platform'
import { type JournalKey } from '@social/core/store'
import { postgresStores, type PostgresStores } from '@social/postgres'
import { Pool } from 'pg'

import type { Bench, Row } from './measuring/row.js'

const ROUNDS = 40
/** Number of rounds that do not count. */
const WARM_UP = 20
const CONCURRENCY = 20
/**
 * Number of runs of each operation per round. Rounds are short, so that other programs do not
 * disturb all of them.
 */
const TIMES = 10
/**
 * Maximum cost of `@social/postgres`, as a ratio to the SQL statements that the operation
 * requires.
 */
const BUDGET = { max: 1.3 }

const LEASE = { leaseSeconds: 60 }
const LIMIT = { units: 1e9, perSeconds: 3_600 }
const connection = (at: string, token: string): Connection =>
  new Connection({
    platform: 'fake',
    accountId: at,
    accountName: 'somebody',
    extra: { filling: 'x'.repeat(250) },
    token: { accessToken: token, refreshToken: token },
  })

/** Returns the JSON of a connection. A hand-written storage must create the same JSON. */
const textOf = (at: string, token: string): string => JSON.stringify(toRecord(connection(at, token)))

/** Operation of the stores, with hand-written SQL statements for the same effect. */
interface Pair {
  readonly what: string
  readonly name: string
  readonly ours: (stores: PostgresStores, id: string) => Promise<unknown>
  readonly bare: (pool: Pool, id: string) => Promise<unknown>
}

const SELECT = 'SELECT body FROM bare WHERE id = $1'
const UPSERT = `INSERT INTO bare (id, body, claim, ends) VALUES ($1, $2, gen_random_uuid(), clock_timestamp())
  ON CONFLICT (id) DO UPDATE SET body = excluded.body, claim = excluded.claim, ends = excluded.ends
  WHERE bare.ends <= clock_timestamp() RETURNING claim`
const UPDATE =
  'UPDATE bare SET body = $2, ends = clock_timestamp() WHERE id = $1 AND ends <= clock_timestamp() RETURNING 1'
const DELETE = 'DELETE FROM bare WHERE id = $1'
/** Returns the statement for a second table that has an index for deletion by time. */
const swept = (statement: string): string => statement.replaceAll('bare', 'bare_swept')
const [SWEPT_UPSERT, SWEPT_UPDATE] = [swept(UPSERT), swept(UPDATE)]

const keyOf = (idempotencyKey: string): JournalKey => ({
  connectionId: 'fake:1',
  operation: 'post',
  idempotencyKey,
})

const PAIRS: readonly Pair[] = [
  {
    what: 'storage.getConnection',
    name: 'select',
    ours: ({ storage }, id) => storage.getConnection(`fake:${id.split('/')[0]}`),
    bare: (pool, id) => pool.query(SELECT, [id]),
  },
  {
    what: 'storage.saveConnection',
    name: 'upsert',
    ours: ({ storage }, id) => storage.saveConnection(connection(String(id.split('/')[0]), id)),
    bare: (pool, id) => pool.query(UPSERT, [id.split('/')[0], textOf(String(id.split('/')[0]), id)]),
  },
  {
    what: 'storage.saveRenewed',
    name: 'select, update',
    ours: async ({ storage }, id) => {
      const stored = await storage.getConnection(`fake:${id.split('/')[0]}`)
      return stored && storage.saveRenewed(connection(stored.accountId, id), stored)
    },
    bare: async (pool, id) => {
      await pool.query(SELECT, [id.split('/')[0]])
      await pool.query(SELECT, [id.split('/')[0]])
      await pool.query(UPDATE, [id.split('/')[0], textOf(String(id.split('/')[0]), id)])
    },
  },
  {
    what: 'journal: open, save, finish',
    name: 'upsert, 2 updates',
    ours: async ({ journal }, id) => {
      const entry = await journal.open(keyOf(id), 'print', LEASE)
      const claim = 'claim' in entry ? entry.claim : ''
      await journal.save(keyOf(id), claim, { step: 'FINISH' }, LEASE)
      await journal.finish(keyOf(id), claim, { id })
    },
    bare: async (pool, id) => {
      await pool.query(SWEPT_UPSERT, [id, 'print'])
      await pool.query(SWEPT_UPDATE, [id, '{"step":"FINISH"}'])
      await pool.query(SWEPT_UPDATE, [id, '{"id":"1"}'])
    },
  },
  {
    what: 'seenUpdates: claim, confirm',
    name: 'upsert, update',
    ours: async ({ seenUpdates }, id) => {
      const result = await seenUpdates.claim(id, LEASE)
      await seenUpdates.confirm(id, 'claim' in result ? result.claim : '')
    },
    bare: async (pool, id) => {
      await pool.query(SWEPT_UPSERT, [id, ''])
      await pool.query(SWEPT_UPDATE, [id, ''])
    },
  },
  {
    what: 'locks.withLock',
    name: 'upsert, delete',
    ours: ({ locks }, id) => locks.withLock(id, () => Promise.resolve(), LEASE),
    bare: async (pool, id) => {
      await pool.query(UPSERT, [id, ''])
      await pool.query(DELETE, [id])
    },
  },
  {
    what: 'markers.save',
    name: 'upsert',
    ours: ({ markers }, id) => markers.save('fake:1', String(id.split('/')[0]), id),
    bare: (pool, id) => pool.query(UPSERT, [id.split('/')[0], id]),
  },
  {
    what: 'spendingCounter.reserve',
    name: 'select, upsert',
    ours: ({ spendingCounter }, id) => spendingCounter.reserve(String(id.split('/')[0]), 1, LIMIT),
    bare: async (pool, id) => {
      await pool.query(SELECT, [id.split('/')[0]])
      await pool.query(UPSERT, [id.split('/')[0], '[{"endsAt":1700000000000,"units":1}]'])
    },
  },
]

/** Measures the microseconds of one operation when several run concurrently. */
async function timed(operation: (id: string) => Promise<unknown>, round: string): Promise<number> {
  const started = performance.now()
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async (_nothing, at) => {
      for (let time = 0; time < TIMES; time += 1) await operation(`${at}/${round}-${time}`)
    }),
  )
  return ((performance.now() - started) * 1000) / (CONCURRENCY * TIMES)
}

async function measure(pair: Pair, stores: PostgresStores, pool: Pool): Promise<Row> {
  const [ours, bare]: [number[], number[]] = [[], []]
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
    const measured = {
      ours: (): Promise<number> => timed((id) => pair.ours(stores, id), `${pair.what}${round}`),
      bare: (): Promise<number> => timed((id) => pair.bare(pool, id), `${pair.what}${round}`),
    }
    // The order alternates, so that both sides run first equally often.
    const first = round % 2 === 0 ? await measured.ours() : null
    const theirs = await measured.bare()
    const mine = first ?? (await measured.ours())
    if (round < WARM_UP) continue
    ours.push(mine)
    bare.push(theirs)
  }
  return {
    what: `${pair.what}, concurrency ${CONCURRENCY}`,
    // Uses the fastest round of each side, because other load on the machine only adds time.
    value: Math.min(...ours),
    unit: 'µs',
    reference: { name: `${pair.name}, bare`, value: Math.min(...bare) },
    budget: BUDGET,
  }
}

/**
 * Measures the stores, compared with the same SQL statements on the same pool. The server waits
 * for its disk. Both sides send unnamed statements, create the JSON of their writes, use the
 * server's clock, and encrypt nothing.
 */
export const bench: Bench = {
  name: '@social/postgres',
  async run(): Promise<readonly Row[]> {
    const given = process.env['POSTGRES_URL']
    const server = given === undefined ? await startPostgres({ durable: true, onDisk: true }) : null
    const url = given ?? server?.url()
    if (url === undefined) {
      leaveOut('the benchmark of @social/postgres: no PostgreSQL is installed, and POSTGRES_URL is not set')
      return []
    }
    const database = await emptyDatabase(url)
    const pool = new Pool({ connectionString: database.url, max: 10 })
    const stores = postgresStores(pool)
    try {
      await stores.migrate()
      await pool.query(
        'CREATE TABLE bare (id text COLLATE "C" PRIMARY KEY, body text, claim uuid, ends timestamptz)',
      )
      await pool.query('CREATE TABLE bare_swept (LIKE bare INCLUDING ALL)')
      await pool.query('CREATE INDEX ON bare_swept (ends)')
      await Promise.all(
        Array.from({ length: CONCURRENCY }, (_nothing, at) =>
          stores.storage.saveConnection(connection(String(at), '0')),
        ),
      )
      const rows: Row[] = []
      for (const pair of PAIRS) rows.push(await measure(pair, stores, pool))
      return rows
    } finally {
      await stores.close()
      await pool.end()
      await database.remove()
      await server?.stop()
    }
  },
}
