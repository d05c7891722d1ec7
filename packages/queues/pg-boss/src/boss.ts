import { ConfigError } from '@social/core/store'
import { endsWithin } from '@social/jobs/queue'
import { Lines } from '@social/store-kit'
import { Client, type ClientConfig } from 'pg'
import { type ConstructorOptions, type Db, PgBoss } from 'pg-boss'

import { Notifications } from './notifications.js'
import type { PgBossSettings } from './options.js'

/** Schema version of pg-boss 12.35.0. Source: "pgboss": { "schema": 43 } in its package.json. */
const SCHEMA_VERSION = 43
/**
 * Seconds without a heartbeat after which another worker gets the job. The minimum of pg-boss is
 * 10.
 */
export const HEARTBEAT_SECONDS = 10
/**
 * Seconds between two checks for jobs of dead workers. pg-boss' default of 60 would be too slow.
 * Our choice.
 */
const SUPERVISE_SECONDS = 5
/** Seconds between two deletions of expired jobs. pg-boss' default is a day. Our choice. */
const SWEEP_SECONDS = 60
/**
 * Maximum seconds that a job runs, one day. pg-boss allows no longer time, and aborts the job even
 * if its worker is alive.
 */
const MAX_RUN_SECONDS = 86_400
/** Seconds for which a waiting job is kept after its due time: one year, the maximum of pg-boss. */
export const RETENTION_SECONDS = 31_536_000
/** Practically unlimited, because pg-boss counts each time that a job is put back as a retry. */
const RETRY_LIMIT = 1_000_000_000

/** An open pg-boss instance with its database connections. */
export interface OpenBoss {
  readonly boss: PgBoss
  readonly db: Required<Pick<Db, 'executeSql' | 'beginTransaction' | 'listen'>>
  readonly lines: Lines
}

/**
 * Opens pg-boss. Creates the schema and the queue if they are missing.
 *
 * @throws ConfigError if the version of an existing schema is more than one version newer.
 */
export async function openBoss(
  settings: PgBossSettings,
  onError: (error: unknown) => void,
): Promise<OpenBoss> {
  const { connectionString, schema, name, connections, answerSeconds } = settings
  // pg-boss itself would accept a newer schema without a warning.
  await assertAdjacentSchema(settings)
  const lines = new Lines()
  // pg-boss passes options that it does not know on to `pg`.
  const bounded = {
    connectionString,
    application_name: 'social-jobs',
    connectionTimeoutMillis: answerSeconds * 1000,
    // After this time the query rejects, but the server may still run it.
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
  // Without a listener, an error of the connection pool would end the process.
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

/** Closes pg-boss and its connections. Cuts connections to a server that does not respond. */
export async function closeBoss(
  { boss, lines }: Pick<OpenBoss, 'boss' | 'lines'>,
  { name, answerSeconds }: PgBossSettings,
): Promise<void> {
  const stopping = boss.stop({ graceful: false }).then(() => lines.closed())
  try {
    if (await endsWithin(stopping, answerSeconds)) return
    process.emitWarning(
      `PostgreSQL did not respond within ${answerSeconds} seconds during the close of the queue ${name}. The connections of the queue were cut.`,
    )
  } finally {
    lines.cut()
  }
}

function databaseOf(boss: PgBoss, listen: OpenBoss['db']['listen']): OpenBoss['db'] {
  const db = boss.getDb()
  // pg-boss' own connection pool has this method. The type makes it optional, because other
  // adapters can lack the method.
  if (!db.beginTransaction)
    throw new ConfigError('This version of pg-boss has no transactions. Install pg-boss 12.35.0.')
  const whole = db as Required<Pick<Db, 'executeSql' | 'beginTransaction'>> // safe cast: `beginTransaction` was checked above, and every adapter has `executeSql`
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
    // The next schema version is accepted, because during a deployment workers of both versions run
    // at the same time.
    if (version > SCHEMA_VERSION + 1)
      throw new ConfigError(
        `The schema ${schema} has version ${version} of pg-boss' tables; this @social/pg-boss supports version ${SCHEMA_VERSION} and accepts at most ${SCHEMA_VERSION + 1}. Update @social/pg-boss, or use a separate schema.`,
      )
  } finally {
    client.end().catch(() => undefined)
    await endsWithin(lines.closed(), answerSeconds)
    lines.cut()
  }
}

/** Runs a function whose statements are in one transaction. */
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
