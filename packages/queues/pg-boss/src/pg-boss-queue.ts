import type { JsonObject } from '@social/core/store'
import {
  type JobCounts,
  type JobList,
  type JobQueue,
  type JobWorker,
  type NewJob,
  queueArguments,
  type RunJob,
  type StoredJob,
  type WorkOptions,
} from '@social/jobs/queue'
import type { Db, PgBoss } from 'pg-boss'

import { closeBoss, inTransaction, type OpenBoss, RETENTION_SECONDS } from './boss.js'
import { GatheredInserts, type JobToInsert } from './gathered-inserts.js'
import type { PgBossSettings } from './options.js'
import { PgBossWorker } from './pg-boss-worker.js'
import { type JobData, type JobOutput, type JobRow, readStored, stateOf, toData, uuidOf } from './row.js'
import { askServer, toLibraryError } from './server-errors.js'

const COLUMNS =
  'id, state, data, output, retry_count AS "retryCount", start_after AS "startAfter", created_on AS "createdOn"'

/** SQL condition and order of each list of jobs. A held job is marked in its data. */
const LISTS: Readonly<Record<JobList, { readonly where: string; readonly order: string }>> = {
  WAITING: {
    where: "state < 'active' AND NOT (data->>'isHeld')::boolean",
    order: 'start_after, created_on, id',
  },
  RUNNING: { where: "state = 'active'", order: 'started_on DESC, id' },
  HELD: { where: "state < 'active' AND (data->>'isHeld')::boolean", order: 'created_on DESC, id' },
  ENDED: { where: "state > 'active'", order: 'completed_on DESC, id' },
}

/** Stores jobs in PostgreSQL with pg-boss. */
export class PgBossQueue implements JobQueue {
  readonly #opened: OpenBoss
  readonly #boss: PgBoss
  readonly #db: OpenBoss['db']
  readonly #settings: PgBossSettings
  readonly #name: string
  readonly #schema: string
  readonly #listeners: Set<(error: unknown) => void>
  readonly #workers = new Set<JobWorker>()
  readonly #inserts: GatheredInserts

  constructor(opened: OpenBoss, settings: PgBossSettings, listeners: Set<(error: unknown) => void>) {
    this.#opened = opened
    this.#boss = opened.boss
    this.#db = opened.db
    this.#settings = settings
    this.#name = settings.name
    this.#schema = settings.schema
    this.#listeners = listeners
    this.#inserts = new GatheredInserts(opened.boss, settings.name)
  }

  async add(job: NewJob): Promise<boolean> {
    queueArguments.add(job)
    return askServer('store a job', () => this.#inserts.add(this.#toInsert(toData(job), job.dueAt)))
  }

  async work(run: RunJob, options: WorkOptions): Promise<JobWorker> {
    queueArguments.work(run, options)
    const running = new PgBossWorker({
      boss: this.#boss,
      db: this.#db,
      name: this.#name,
      schema: this.#schema,
      run,
      options,
    })
    await askServer('start a worker', () => running.start())
    const listener = (error: unknown): void =>
      options.report({ type: 'TROUBLE', error: toLibraryError('keep a connection open', error) })
    this.#listeners.add(listener)
    const worker: JobWorker = {
      stop: async (how) => {
        queueArguments.stop(how)
        this.#workers.delete(worker)
        await running.stop(how)
        this.#listeners.delete(listener)
      },
    }
    this.#workers.add(worker)
    return worker
  }

  async resume(id: string, memo: JsonObject): Promise<boolean> {
    queueArguments.resume(id, memo)
    return this.#decide(id, async (row, tx) => {
      const state = stateOf(row)
      const data: JobData = { ...row.data, memo: JSON.stringify(memo), isHeld: false }
      if (state === 'HELD') return (await this.#update(data, 0, tx)) === 1
      if (state !== 'FAILED') return false
      // pg-boss cannot resume a completed job. The job is therefore deleted, and added again with
      // the same id.
      await this.#boss.deleteJob(this.#name, row.id, { db: tx })
      const addedAt = row.data.addedAt ?? row.createdOn.toISOString()
      return this.#send({ ...data, addedAt }, tx)
    })
  }

  async withdraw(id: string, memo: JsonObject): Promise<boolean> {
    queueArguments.withdraw(id, memo)
    return this.#decide(id, async (row, tx) => {
      const state = stateOf(row)
      if (state !== 'HELD' && state !== 'WAITING') return false
      const data: JobData = { ...row.data, memo: JSON.stringify(memo), isHeld: false }
      // The update fails if a worker has taken the job. Without it, `complete` would also end a job
      // that a worker has just taken.
      if ((await this.#update(data, 0, tx)) === 0) return false
      const output: JobOutput = { state: 'CANCELLED', memo: data.memo }
      await this.#boss.complete(this.#name, row.id, output, { db: tx, includeQueued: true })
      return true
    })
  }

  async read(id: string): Promise<StoredJob | null> {
    queueArguments.read(id)
    const row = await askServer('read a job', () => this.#row(id, this.#db))
    return row && readStored(row)
  }

  async list(
    list: JobList,
    window: { readonly offset: number; readonly limit: number },
  ): Promise<readonly StoredJob[]> {
    queueArguments.list(list, window)
    const { offset, limit } = window
    const { where, order } = LISTS[list]
    const sql = `SELECT ${COLUMNS} FROM ${this.#schema}.job WHERE name = $1 AND ${where} ORDER BY ${order} OFFSET $2 LIMIT $3`
    const { rows } = await askServer('list jobs', () => this.#db.executeSql(sql, [this.#name, offset, limit]))
    return (rows as JobRow[]).flatMap((row) => readStored(row) ?? []) // safe cast: the statement selects these columns
  }

  async count(): Promise<JobCounts> {
    const filters = Object.entries(LISTS).map(
      ([list, { where }]) => `count(*) FILTER (WHERE ${where}) AS "${list}"`,
    )
    const sql = `SELECT ${filters.join(', ')} FROM ${this.#schema}.job WHERE name = $1`
    const { rows } = await askServer('count jobs', () => this.#db.executeSql(sql, [this.#name]))
    const counts = rows[0] as Readonly<Record<JobList, string>> // safe cast: the statement returns one row with these columns, and `pg` returns counts as text
    return {
      WAITING: Number(counts.WAITING),
      RUNNING: Number(counts.RUNNING),
      HELD: Number(counts.HELD),
      ENDED: Number(counts.ENDED),
    }
  }

  async now(): Promise<Date> {
    const sql = 'SELECT clock_timestamp() AS now'
    const { rows } = await askServer('read the time', () => this.#db.executeSql(sql))
    return rows[0].now as Date // safe cast: `pg` returns a timestamptz as a Date
  }

  async close(): Promise<void> {
    await Promise.all([...this.#workers].map((worker) => worker.stop({ withinSeconds: 0 })))
    await closeBoss(this.#opened, this.#settings)
  }

  /**
   * Adds a job in a transaction.
   *
   * @returns False if a job with the same id exists.
   */
  async #send(data: JobData, tx: Db): Promise<boolean> {
    const { id, data: kept, ...options } = this.#toInsert(data, null)
    return (await this.#boss.send(this.#name, kept, { ...options, id, db: tx })) !== null
  }

  #toInsert(data: JobData, dueAt: Date | null): JobToInsert & { readonly data: JobData } {
    return {
      id: uuidOf(this.#name, data.id),
      data,
      ...(dueAt && { startAfter: dueAt }),
      deleteAfterSeconds: data.keepSeconds,
      retentionSeconds: RETENTION_SECONDS,
    }
  }

  async #update(data: JobData, startAfter: number, tx: Db): Promise<number> {
    // pg-boss keeps the job as long after the new due time as after the old one.
    const options = { id: uuidOf(this.#name, data.id), startAfter, db: tx }
    return (await this.#boss.update(this.#name, data, options)).updated
  }

  /**
   * Reads a job and changes it. A lock allows only one such change of a job at a time, in all
   * processes. Workers do not use this lock. The state of the job keeps workers out.
   */
  #decide(id: string, decide: (row: JobRow, tx: Db) => Promise<boolean>): Promise<boolean> {
    const lock = 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))'
    return askServer('change a job', () =>
      inTransaction(this.#db, async (tx) => {
        await tx.executeSql(lock, [`${this.#schema}.${this.#name}.${id}`])
        const row = await this.#row(id, tx)
        return row !== null && decide(row, tx)
      }),
    )
  }

  async #row(id: string, db: Pick<Db, 'executeSql'>): Promise<JobRow | null> {
    const { rows } = await db.executeSql(
      `SELECT ${COLUMNS} FROM ${this.#schema}.job WHERE name = $1 AND id = $2`,
      [this.#name, uuidOf(this.#name, id)],
    )
    return (rows[0] as JobRow | undefined) ?? null // safe cast: the statement selects these columns
  }
}
