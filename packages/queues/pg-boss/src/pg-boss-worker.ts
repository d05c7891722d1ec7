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
 * Seconds between two polls. Notifications (`LISTEN`) wake sooner, but are not sent for jobs that become due. Our
 * choice.
 */
const QUERY_SECONDS = 1
/** Seconds to wait for more running jobs to end, so that one query fills several free places. Our choice. */
const GATHER_SECONDS = 0.01
/** Seconds between two heartbeats: two of them may be lost. */
const TOUCH_SECONDS = HEARTBEAT_SECONDS / 4
/** Attempts to store a verdict, `QUERY_SECONDS` apart. After that the job is run again. Our choice. */
const COMPLETE_ATTEMPTS = 30
/** Seconds for which `stop` waits for aborted jobs. Our choice. */
const CALLED_OFF_SECONDS = 10

const STOPPED = new Error('The worker was stopped.')

/** Dependencies of a worker. */
export interface PgBossWorkerParts {
  readonly boss: PgBoss
  readonly db: OpenBoss['db']
  readonly name: string
  readonly schema: string
  readonly run: RunJob
  readonly options: WorkOptions
}

/** One attempt of one job. */
interface Try {
  readonly row: JobRow
  readonly controller: AbortController
  /** Time of the last heartbeat that the server has received. */
  aliveAt: number
  isLost: boolean
}

/**
 * Fetches jobs for its free places, because `work` of pg-boss fetches one job at a time. Each attempt is completed under
 * its number: the result of an attempt that lost its job changes nothing.
 */
export class PgBossWorker {
  readonly #parts: PgBossWorkerParts
  readonly #tries = new Map<string, Try>()
  /** Running attempts. After a lost lease the same job may run twice. */
  readonly #running = new Set<Try>()
  readonly #bell = new Bell()
  #isStopping = false
  #isOver = false
  /** Resolves the wait for the end of all running jobs. */
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
    // Jobs that still run get no heartbeat any more: another worker takes them over.
    this.#isOver = true
    clearInterval(this.#touching)
    const closing = this.#listener?.close().catch(() => undefined)
    const isClosed = closing === undefined || (await endsWithin(closing, CALLED_OFF_SECONDS))
    if (hasLooked && haveEnded && isClosed) return
    const ids = [...this.#tries.values()].map(({ row }) => row.data.id)
    const rest = ids.length === 0 ? '' : ` Another worker takes over: ${ids.join(', ')}.`
    this.#trouble(new NetworkError(`The worker was stopped before all jobs had ended.${rest}`))
  }

  /** Listens for jobs that are due immediately. Without notifications, as behind some poolers, polling finds them. */
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
      // No caller waits for these jobs: without a heartbeat another worker gets them.
      if (this.#isOver) return 0
      // Jobs that arrive while the worker stops are run: they belong to this worker now.
      for (const job of jobs) this.#begin(job as unknown as JobRow, aliveAt) // `toData` wrote these fields
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

  /** Never rejects. */
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

  /** Stores the progress of an attempt in the column of its result: pg-boss has no column for progress. */
  async #saveProgress({ row: { id, retryCount } }: Try, progress: JsonObject): Promise<void> {
    const { db, name, schema } = this.#parts
    const output: JobNotified = { retryCount, reported: JSON.stringify(progress) }
    await db.executeSql(
      `UPDATE ${schema}.job SET output = $1 WHERE name = $2 AND id = $3 AND state = 'active' AND retry_count = $4`,
      [JSON.stringify(output), name, id, retryCount],
    )
  }

  /** Stores the result of an attempt, if the job still belongs to it. */
  async #completeAttempt(one: Try, verdict: Verdict): Promise<void> {
    const { boss, db, name } = this.#parts
    for (let tries = 0; tries < COMPLETE_ATTEMPTS && !one.isLost && !this.#isOver; tries += 1)
      try {
        const isOurs = await completeAttempt({ boss, db, name }, one.row, verdict)
        // After a failed attempt to store it, the result may already be stored.
        if (!isOurs && tries === 0) this.#lose(one)
        if (verdict.to === 'WAITING') this.#wakeIn(verdict.afterSeconds)
        return
      } catch (error) {
        this.#trouble(error)
        await sleep(QUERY_SECONDS * 1000)
      }
  }

  /** Sends heartbeats for the running jobs. */
  async #touch(): Promise<void> {
    const { boss, name } = this.#parts
    const tries = [...this.#tries.values()]
    const sentAt = performance.now()
    for (const one of tries) if (sentAt - one.aliveAt > HEARTBEAT_SECONDS * 1000) this.#lose(one)
    const alive = tries.filter(({ isLost }) => !isLost)
    if (alive.length === 0) return
    try {
      const attempts = alive.map(({ row: { id, retryCount } }) => ({ id, retryCount }))
      // The updated ids are in the result, but not in its type.
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

  /** Polls again at the due time of a job that was put back for less than the poll interval. */
  #wakeIn(seconds: number): void {
    if (seconds >= QUERY_SECONDS || this.#isStopping) return
    void sleep(seconds * 1000 + 5, null, { ref: false }).then(() => this.#bell.ring())
  }

  /** Resolves when no job runs any more. */
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
