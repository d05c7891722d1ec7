import { randomUUID } from 'node:crypto'

import type { JsonObject } from '@social/core/store'
import type { JobList, NewJob, StoredJob } from '@social/jobs/queue'
import { Queue, type QueueOptions } from 'bullmq'

import type { SendCommand } from './client.js'
import { GatheredQueries } from './gathered-queries.js'
import { type BullJob, isStranded, type JobData, type Outcome, toStored } from './job-data.js'

/**
 * Maximum events in BullMQ's event stream. The value is small, because the queue does not read the
 * stream.
 */
const EVENTS_KEPT = 1_000

/** Maximum failed jobs that are checked when a worker starts. Our choice. */
const MAX_RECOVERED = 1_000

/** Maximum reads of a job whose state changes between reading and checking. Our choice. */
const MAX_QUERIES = 5

/**
 * Lua script that replaces the data of a job, unless a worker has taken or changed the job since
 * it was read. In the field `ats`, BullMQ counts how often a job was taken. The script uses only
 * the key of the job.
 */
const REPLACE = `
local key, tries, before, after = KEYS[1], ARGV[1], ARGV[2], ARGV[3]
if (redis.call('HGET', key, 'ats') or '0') ~= tries then return 0 end
if redis.call('HGET', key, 'data') ~= before then return 0 end
redis.call('HSET', key, 'data', after)
return 1`

/** A job whose state was confirmed after reading it. */
interface StableJob {
  readonly job: BullJob
  /** Name of the job's state in BullMQ. */
  readonly state: string
  readonly stored: StoredJob
}

/** Settings of one BullMQ queue, shared by `Lane` and `LaneWorker`. */
export interface LaneSettings {
  readonly name: string
  readonly connection: QueueOptions['connection']
  readonly prefix: string
  /** Sends commands for which BullMQ has no method. */
  readonly send: SendCommand
}

/** One BullMQ queue, with all operations except running jobs. */
export class Lane {
  readonly settings: LaneSettings
  readonly #queue: Queue<JobData, Outcome | null>
  /** Start of the marks of this object. It is unique among all processes. */
  readonly #mark = randomUUID()
  readonly #queries: GatheredQueries
  #marks = 0

  constructor(settings: LaneSettings) {
    this.settings = settings
    const { name, connection, prefix } = settings
    this.#queries = new GatheredQueries(settings.send)
    this.#queue = new Queue(name, {
      connection,
      prefix,
      // `inspectServer` has already checked the server's version more strictly.
      skipVersionCheck: true,
      streams: { events: { maxLen: EVENTS_KEPT } },
    })
    // Without a listener, a connection error would end the process. The error is ignored here,
    // because each call rejects with its own error.
    this.#queue.on('error', () => undefined)
  }

  /**
   * Adds a job.
   *
   * @param now - Milliseconds since 1970 by the server's clock.
   */
  async add({ id, kind, payload, dueAt, keepSeconds }: NewJob, now: number): Promise<boolean> {
    const added = this.#nextMark()
    const dueMs = dueAt?.getTime() ?? null
    const data = { payload, memo: {}, dueAt: dueMs, isWithdrawn: false, added }
    // BullMQ's defaults are intended here: one attempt, and failed jobs stay until a person
    // decides.
    await this.#queue.add(kind, data, {
      jobId: id,
      // BullMQ adds the delay to this timestamp. It is the server's time, so the clock of this
      // machine has no effect.
      timestamp: Math.floor(now),
      delay: dueMs === null ? 0 : Math.max(0, Math.ceil(dueMs - now)),
      removeOnComplete: { age: keepSeconds },
      stackTraceLimit: 0,
    })
    // BullMQ's `add` does not return whether the id already existed. If it did, the data of the
    // first job stays, without the new mark.
    return this.#queries.holds(this.#keyOf(id), `"added":"${added}"`)
  }

  async find(id: string): Promise<BullJob | null> {
    return (await this.#queue.getJob(id)) ?? null
  }

  async read(id: string): Promise<StoredJob | null> {
    return (await this.#readStable(id))?.stored ?? null
  }

  async resume(id: string, memo: JsonObject): Promise<boolean> {
    const found = await this.#readStable(id)
    if (found?.stored.state !== 'HELD' && found?.stored.state !== 'FAILED') return false
    const { job, state, stored } = found
    // A withdrawn job that still waits for its removal is left to the worker.
    if (state !== 'failed' && state !== 'completed') return false
    const { payload } = stored
    if (!(await this.#replace(job, { payload, memo, dueAt: null, isWithdrawn: false, added: '' })))
      return false // another process has changed the job first
    return job.retry(state).then(
      () => true,
      () => false,
    )
  }

  async withdraw(id: string, memo: JsonObject): Promise<boolean> {
    for (let queries = 0; queries < MAX_QUERIES; queries += 1) {
      const found = await this.#readStable(id)
      if (found?.stored.state !== 'WAITING' && found?.stored.state !== 'HELD') return false
      const { job, state, stored } = found
      const { payload } = stored
      // After the replacement no worker runs the job. The id of the job was in use the whole time,
      // so no other job could take it.
      if (await this.#replace(job, { payload, memo, dueAt: null, isWithdrawn: true, added: '' })) {
        await hurry(job, state)
        return true
      }
    }
    return false
  }

  /** Returns the first jobs of a list. */
  async list(list: JobList, count: number): Promise<readonly StoredJob[]> {
    const end = count - 1
    if (count <= 0) return []
    if (list === 'RUNNING') return toList(await this.#queue.getActive(0, end), 'active')
    if (list === 'HELD') return this.#held(end)
    if (list === 'ENDED') return toList(await this.#queue.getCompleted(0, end), 'completed')
    const waiting = toList(await this.#queue.getWaiting(0, end), 'waiting')
    const delayed = toList(await this.#queue.getDelayed(0, end), 'delayed')
    return [...waiting, ...delayed].filter(({ state }) => state === 'WAITING')
  }

  /**
   * Retries failed jobs that are not held. BullMQ failed them, and their worker was killed before
   * it could retry them.
   */
  async recover(): Promise<void> {
    await this.#held(MAX_RECOVERED - 1)
  }

  async count(): Promise<Readonly<Record<JobList, number>>> {
    const counts = await this.#queue.getJobCounts('waiting', 'delayed', 'active', 'failed', 'completed')
    const of = (name: string): number => counts[name] ?? 0
    return {
      WAITING: of('waiting') + of('delayed'),
      RUNNING: of('active'),
      HELD: of('failed'),
      ENDED: of('completed'),
    }
  }

  close(): Promise<void> {
    return this.#queue.close()
  }

  async #held(end: number): Promise<readonly StoredJob[]> {
    const jobs = await this.#queue.getFailed(0, end)
    // The worker process of these jobs was killed before it could retry them.
    const stranded = jobs.filter((job: BullJob | undefined) => job && isStranded(job))
    await Promise.all(stranded.map((job) => hurry(job, 'failed')))
    const held = jobs.filter((job) => !stranded.includes(job))
    return toList(held, 'failed').filter(({ state }) => state === 'HELD')
  }

  async #readStable(id: string): Promise<StableJob | null> {
    for (let queries = 0; queries < MAX_QUERIES; queries += 1) {
      const job = await this.find(id)
      if (job === null) return null
      const state = await job.getState()
      // A completed or failed job is read again, because its state may have changed after the first
      // read.
      const latest = state === 'completed' || state === 'failed' ? await this.find(id) : job
      const stored = latest && toStored(latest, state)
      if (stored !== null) return { job, state, stored }
    }
    return null
  }

  /**
   * Replaces the data of a job atomically. Returns false if another process has changed the job
   * first.
   */
  async #replace(job: BullJob, data: JobData): Promise<boolean> {
    const seen = [String(job.attemptsStarted), JSON.stringify(job.data)]
    const command = ['EVAL', REPLACE, '1', this.#keyOf(job.id ?? ''), ...seen, JSON.stringify(data)]
    return Number(await this.settings.send(command)) === 1
  }

  /**
   * Returns a new mark. A mark shows which `add` call stored a job, if several calls use the same
   * id.
   */
  #nextMark(): string {
    this.#marks += 1
    return `${this.#mark}-${this.#marks}`
  }

  #keyOf(id: string): string {
    const { prefix, name } = this.settings
    return `${prefix}:${name}:${id}`
  }
}

function toList(jobs: readonly (BullJob | undefined)[], state: string): readonly StoredJob[] {
  return jobs.flatMap((job) => {
    const stored = job && toStored(job, state)
    return stored ? [stored] : []
  })
}

/**
 * Makes a withdrawn or failed job available, so that a worker handles it soon. A delayed job would
 * otherwise wait until its due time.
 */
async function hurry(job: BullJob, state: string): Promise<void> {
  const moving = state === 'delayed' ? job.promote() : state === 'failed' ? job.retry('failed') : null
  await moving?.catch(() => undefined)
}
