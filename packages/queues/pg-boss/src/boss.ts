import { ConfigError } from '@social/core/store'
import { endsWithin } from '@social/jobs/queue'
import { Lines } from '@social/store-kit'
import { Client, type ClientConfig } from 'pg'
import { type ConstructorOptions, type Db, PgBoss } from 'pg-boss'

import { Notifications } from './notifications.js'
import type { PgBossSettings } from './options.js'

/** Version of pg-boss' tables that 12.35.0 makes: "pgboss": { "schema": 43 } in its package.json. */
const SCHEMA_VERSION = 43
/** Seconds without a heartbeat after which a job goes to another worker; pg-boss takes 10 at least. */
export const HEARTBEAT_SECONDS = 10
/** Seconds between two looks for jobs whose worker is gone. The usual 60 would be too slow. Our choice. */
const SUPERVISE_SECONDS = 5
/** Seconds between two sweeps for jobs that are known long enough; pg-boss would take a day. Our choice. */
const SWEEP_SECONDS = 60
/** pg-boss calls a job off after so long, however alive its worker is; a day is the most it takes. */
const MAX_RUN_SECONDS = 86_400
/** Seconds that a job that waits is kept beyond its moment; a year is the most that it takes for itself. */
export const RETENTION_SECONDS = 31_536_000
/** A job may be put back any number of times; pg-boss counts each as a retry. */
const RETRY_LIMIT = 1_000_000_000

/** pg-boss, opened for one queue. */
export interface OpenBoss {
  readonly boss: PgBoss
  readonly db: Required<Pick<Db, 'executeSql' | 'beginTransaction' | 'listen'>>
  readonly lines: Lines
}

/**
 * Opens pg-boss, makes its schema where it is missing, and the queue.
 *
 * @throws ConfigError when the schema is more than one version newer.
 */
export async function openBoss(
  settings: PgBossSettings,
  onError: (error: unknown) => void,
): Promise<OpenBoss> {
  const { connectionString, schema, name, connections, answerSeconds } = settings
  // pg-boss itself takes a newer schema without a word.
  await assertAdjacentSchema(settings)
  const lines = new Lines()
  // What pg-boss does not know is passed on to pg.
  const bounded = {
    connectionString,
    application_name: 'social-jobs',
    connectionTimeoutMillis: answerSeconds * 1000,
    // What is not answered in time rejects. The server may do it all the same.
    query_timeout: answerSeconds * 1000,
    stream: lines.stream,
  }
  const options: ConstructorOptions & Pick<ClientConfig, 'query_timeout' | 'stream'> = {
    ...bounded,
    schema,
    max: connections,
    schedule: false,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
    maintenanceIntervalSeconds: SWEEP_SECONDS,
    monitorVacuum: false,
  }
  const boss = new PgBoss(options)
  // Without a listener, an error of the pool would end the process.
  boss.on('error', onError)
  try {
    await boss.start()
    const queue = {
      policy: 'standard',
      notify: true,
      retryLimit: RETRY_LIMIT,
      retryDelay: 0,
      retryBackoff: false,
      heartbeatSeconds: HEARTBEAT_SECONDS,
      expireInSeconds: MAX_RUN_SECONDS,
      retentionSeconds: RETENTION_SECONDS,
    } as const
    await boss.createQueue(name, queue)
    const connect = (): Client => new Client({ ...bounded, keepAlive: true })
    const listen: OpenBoss['db']['listen'] = async (channel, heard, onBack) => {
      const notifications = new Notifications({ connect, channel, heard, onBack, onError })
      await notifications.start()
      return notifications
    }
    return { boss, db: databaseOf(boss, listen), lines }
  } catch (error) {
    await closeBoss({ boss, lines }, settings).catch(() => undefined)
    throw error
  }
}

/** Ends pg-boss and its connections; those of a server that does not answer are cut. */
export async function closeBoss(
  { boss, lines }: Pick<OpenBoss, 'boss' | 'lines'>,
  { name, answerSeconds }: PgBossSettings,
): Promise<void> {
  const stopping = boss.stop({ graceful: false }).then(() => lines.closed())
  try {
    if (await endsWithin(stopping, answerSeconds)) return
    process.emitWarning(
      `PostgreSQL did not answer within ${answerSeconds} seconds while the queue ${name} was closed, so its connections were cut.`,
    )
  } finally {
    lines.cut()
  }
}

function databaseOf(boss: PgBoss, listen: OpenBoss['db']['listen']): OpenBoss['db'] {
  const db = boss.getDb()
  // Its own pool can do everything; the type speaks of adapters too.
  if (!db.beginTransaction)
    throw new ConfigError('This version of pg-boss has no transactions. Install pg-boss 12.35.0.')
  const whole = db as Required<Pick<Db, 'executeSql' | 'beginTransaction'>> // both are there
  return {
    executeSql: (text, values) => whole.executeSql(text, values),
    beginTransaction: () => whole.beginTransaction(),
    listen,
  }
}

async function assertAdjacentSchema({
  connectionString,
  schema,
  answerSeconds,
}: PgBossSettings): Promise<void> {
  const lines = new Lines()
  const client = new Client({
    connectionString,
    connectionTimeoutMillis: answerSeconds * 1000,
    query_timeout: answerSeconds * 1000,
    stream: lines.stream,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const there = await client.query('SELECT to_regclass($1) AS name', [`${schema}.version`])
    if (there.rows[0]?.name === null) return
    const { rows } = await client.query<{ version: number }>(`SELECT version FROM ${schema}.version`)
    const version = Number(rows[0]?.version)
    // During a deploy, workers of adjacent versions run side by side.
    if (version > SCHEMA_VERSION + 1)
      throw new ConfigError(
        `The schema ${schema} has version ${version} of pg-boss' tables; this @social/pg-boss knows version ${SCHEMA_VERSION} and accepts at most ${SCHEMA_VERSION + 1}. Update @social/pg-boss, or give it a schema of its own.`,
      )
  } finally {
    client.end().catch(() => undefined)
    await endsWithin(lines.closed(), answerSeconds)
    lines.cut()
  }
}

/** Does several things as one: all or none of them is done. */
export async function inTransaction<T>(db: OpenBoss['db'], work: (tx: Db) => Promise<T>): Promise<T> {
  const transaction = await db.beginTransaction()
  try {
    const result = await work(transaction.db)
    await transaction.commit()
    return result
  } catch (error) {
    await transaction.rollback()
    throw error
  }
}
