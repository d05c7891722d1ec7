import { setTimeout as sleep } from 'node:timers/promises'

import { ConfigError, type JsonObject, NetworkError } from '@social/core/store'
import { endsWithin, RETRY_SECONDS, type RunJob, type Verdict, type WorkOptions } from '@social/jobs/queue'
import type { PgBoss } from 'pg-boss'

import { Bell } from './bell.js'
import { HEARTBEAT_SECONDS, type OpenBoss } from './boss.js'
import { completeAttempt } from './complete.js'
import { type JobRow, type JobNotified, readStored } from './row.js'
import { toLibraryError } from './server-errors.js'

/**
 * Seconds between two polls. Notifications (`LISTEN`) wake the worker earlier, but PostgreSQL
 * sends none when a job becomes due. Our choice.
 */
const QUERY_SECONDS = 1
/**
 * Seconds that the worker waits for more running jobs to end, so that one query can fetch several
 * jobs. Our choice.
 */
const GATHER_SECONDS = 0.01
/** Seconds between two heartbeats. Two lost heartbeats in a row do not cost the worker its jobs. */
const TOUCH_SECONDS = HEARTBEAT_SECONDS / 4
/**
 * Maximum attempts to store the result of a job, `QUERY_SECONDS` apart. After that the job is run
 * again. Our choice.
 */
const COMPLETE_ATTEMPTS = 30
/** Seconds that `stop` waits for aborted jobs. Our choice. */
const CALLED_OFF_SECONDS = 10

const STOPPED = new Error('The worker was stopped.')

/** Parameters of `PgBossWorker`. */
export interface PgBossWorkerParts {
  readonly boss: PgBoss
  readonly db: OpenBoss['db']
  readonly name: string
  readonly schema: string
  readonly run: RunJob
  readonly options: WorkOptions
}

/** One attempt to run a job. */
interface Try {
  readonly row: JobRow
  readonly controller: AbortController
  /** Time of the last heartbeat that the server has confirmed, as in `performance.now()`. */
  aliveAt: number
  isLost: boolean
}

/**
 * Fetches as many jobs as the worker may still run, because `work` of pg-boss fetches one job at a
 * time. Each result is stored with the number of its attempt. The result of an attempt that has
 * lost its job changes nothing.
 */
export class PgBossWorker {
  readonly #parts: PgBossWorkerParts
  readonly #tries = new Map<string, Try>()
  /** Attempts that are running. After a lost lease, one job may have two running attempts. */
  readonly #running = new Set<Try>()
  readonly #bell = new Bell()
  #isStopping = false
  #isOver = false
  /** Resolves the promise of `#untilIdle`. */
  #idle: () => void = () => undefined
  #loop: Promise<unknown> = Promise.resolve()
  #listener: { close(): Promise<void> } | null = null
  #touching: NodeJS.Timeout | undefined

  constructor(parts: PgBossWorkerParts) {
    this.#parts = parts
  }

  async start(): Promise<void> {
    this.#listener = await this.#listen()
    this.#touching = setInterval(() => void this.#touch(), TOUCH_SECONDS * 1000)
    this.#loop = this.#poll()
  }

  async stop({ withinSeconds }: { readonly withinSeconds: number }): Promise<void> {
    this.#isStopping = true
    this.#bell.ring()
    const hasLooked = await endsWithin(this.#loop, CALLED_OFF_SECONDS)
    await endsWithin(this.#untilIdle(), withinSeconds)
    for (const { controller } of this.#tries.values()) controller.abort(STOPPED)
    const haveEnded = await endsWithin(this.#untilIdle(), CALLED_OFF_SECONDS)
    // The worker sends no more heartbeats for jobs that still run, so that another worker takes
    // them over.
    this.#isOver = true
    clearInterval(this.#touching)
    const closing = this.#listener?.close().catch(() => undefined)
    const isClosed = closing === undefined || (await endsWithin(closing, CALLED_OFF_SECONDS))
    if (hasLooked && haveEnded && isClosed) return
    const ids = [...this.#tries.values()].map(({ row }) => row.data.id)
    const rest = ids.length === 0 ? '' : ` Another worker takes over: ${ids.join(', ')}.`
    this.#trouble(new NetworkError(`The worker was stopped before all jobs had ended.${rest}`))
  }

  /**
   * Listens for notifications about new jobs. If the server passes no notifications on, as behind
   * some connection poolers, only polling finds jobs.
   */
  async #listen(): Promise<{ close(): Promise<void> } | null> {
    const { db, name, schema } = this.#parts
    try {
      const { rows } = await db.executeSql(
        `SELECT 'pgboss_' || left(encode(sha224($1::text::bytea), 'hex'), 24) AS channel`,
        [schema],
      )
      const heard = (queue: string): void => {
        if (queue === name) this.#bell.ring()
      }
      return await db.listen(String(rows[0].channel), heard, () => this.#bell.ring())
    } catch (error) {
      this.#trouble(error)
      return null
    }
  }

  async #poll(): Promise<void> {
    while (!this.#isStopping) {
      this.#bell.quiet()
      const places = this.#parts.options.concurrency - this.#tries.size
      const took = places > 0 ? await this.#fetch(places) : 0
      if (took > 0 && took === places) continue
      if (!this.#isStopping) await this.#bell.wait(QUERY_SECONDS)
      if (!this.#isStopping && this.#tries.size > 0) await sleep(GATHER_SECONDS * 1000)
    }
  }

  async #fetch(places: number): Promise<number> {
    const { boss, name } = this.#parts
    const aliveAt = performance.now()
    try {
      const jobs = await boss.fetch(name, { batchSize: places, includeMetadata: true })
      // The worker has stopped. It does not run these jobs and sends no heartbeats, so another
      // worker gets them.
      if (this.#isOver) return 0
      // Jobs that were fetched while the worker stops are still run, because they belong to this
      // worker.
      for (const job of jobs) this.#begin(job as unknown as JobRow, aliveAt) // safe cast: `toData` wrote the data of these rows
      return jobs.length
    } catch (error) {
      this.#trouble(error)
      return 0
    }
  }

  #begin(row: JobRow, aliveAt: number): void {
    const one: Try = { row, controller: new AbortController(), aliveAt, isLost: false }
    this.#tries.set(row.id, one)
    this.#running.add(one)
    void this.#try(one)
  }

  /** Runs a job and stores its result. Never rejects. */
  async #try(one: Try): Promise<void> {
    await this.#completeAttempt(one, await this.#run(one))
    if (this.#tries.get(one.row.id) === one) this.#tries.delete(one.row.id)
    this.#running.delete(one)
    this.#bell.ring()
    if (this.#running.size === 0) this.#idle()
  }

  async #run(one: Try): Promise<Verdict> {
    let memo: JsonObject = {}
    try {
      const stored = readStored(one.row)
      if (stored === null) {
        const message = `Another program wrote the job ${one.row.id} into the queue ${this.#parts.name}. The job is removed without being run.`
        this.#trouble(new ConfigError(message))
        return { to: 'FAILED', memo }
      }
      memo = stored.memo
      const reportProgress = (progress: JsonObject): Promise<void> => this.#saveProgress(one, progress)
      return await this.#parts.run(stored, { signal: one.controller.signal, reportProgress })
    } catch (error) {
      this.#parts.options.report({ type: 'TROUBLE', error })
      return { to: 'WAITING', afterSeconds: RETRY_SECONDS, memo }
    }
  }

  /**
   * Stores the progress of an attempt in the column `output`, because pg-boss has no column for
   * progress.
   */
  async #saveProgress({ row: { id, retryCount } }: Try, progress: JsonObject): Promise<void> {
    const { db, name, schema } = this.#parts
    const output: JobNotified = { retryCount, reported: JSON.stringify(progress) }
    await db.executeSql(
      `UPDATE ${schema}.job SET output = $1 WHERE name = $2 AND id = $3 AND state = 'active' AND retry_count = $4`,
      [JSON.stringify(output), name, id, retryCount],
    )
  }

  /** Stores the result of an attempt, if the job still belongs to this attempt. */
  async #completeAttempt(one: Try, verdict: Verdict): Promise<void> {
    const { boss, db, name } = this.#parts
    for (let tries = 0; tries < COMPLETE_ATTEMPTS && !one.isLost && !this.#isOver; tries += 1)
      try {
        const isOurs = await completeAttempt({ boss, db, name }, one.row, verdict)
        // The lease is lost only if the first attempt to store the result finds another owner.
        // After an error, the result may already be stored.
        if (!isOurs && tries === 0) this.#lose(one)
        if (verdict.to === 'WAITING') this.#wakeIn(verdict.afterSeconds)
        return
      } catch (error) {
        this.#trouble(error)
        await sleep(QUERY_SECONDS * 1000)
      }
  }

  /** Sends heartbeats for the running jobs, and detects lost jobs. */
  async #touch(): Promise<void> {
    const { boss, name } = this.#parts
    const tries = [...this.#tries.values()]
    const sentAt = performance.now()
    for (const one of tries) if (sentAt - one.aliveAt > HEARTBEAT_SECONDS * 1000) this.#lose(one)
    const alive = tries.filter(({ isLost }) => !isLost)
    if (alive.length === 0) return
    try {
      const attempts = alive.map(({ row: { id, retryCount } }) => ({ id, retryCount }))
      // safe cast: pg-boss returns the ids of the updated jobs in `settled`, which its types omit
      const { settled } = (await boss.touch(name, attempts)) as { readonly settled: readonly string[] }
      const reached = new Set(settled)
      for (const one of alive)
        if (reached.has(one.row.id)) one.aliveAt = sentAt
        else if (this.#tries.get(one.row.id) === one) this.#lose(one)
    } catch (error) {
      this.#trouble(error)
    }
  }

  #lose(one: Try): void {
    if (one.isLost) return
    one.isLost = true
    const { id } = one.row.data
    one.controller.abort(
      new NetworkError(`The job ${id} belongs to another worker now: its heartbeat was too late.`),
    )
    this.#parts.options.report({ type: 'LEASE_LOST', id })
  }

  /**
   * Wakes the worker at the due time of a job that was put back for less than the poll interval.
   */
  #wakeIn(seconds: number): void {
    if (seconds >= QUERY_SECONDS || this.#isStopping) return
    void sleep(seconds * 1000 + 5, null, { ref: false }).then(() => this.#bell.ring())
  }

  /** Resolves when no job is running. */
  #untilIdle(): Promise<void> {
    if (this.#running.size === 0) return Promise.resolve()
    return new Promise((resolve) => {
      this.#idle = resolve
    })
  }

  #trouble(error: unknown): void {
    this.#parts.options.report({ type: 'TROUBLE', error: toLibraryError('fetch or complete a job', error) })
  }
}
