import { type JsonObject, NetworkError } from '@social/core/store'
import {
  endsWithin,
  type JobCounts,
  type JobList,
  type JobQueue,
  type JobWorker,
  type NewJob,
  queueArguments,
  type RunJob,
  type StoredJob,
  type WorkerReport,
  type WorkOptions,
} from '@social/jobs/queue'

import { type BullClient, type ClientView, commandOf, type SendCommand, viewOf } from './client.js'
import { LaneWorker } from './lane-worker.js'
import { Lane } from './lane.js'
import { type BullQueueOptions, readSettings, type Settings } from './options.js'
import { ServerClock } from './server/server-clock.js'
import { toLibraryError } from './server/server-errors.js'
import { inspectServer, serverTime } from './server/server.js'

/**
 * Jobs with a shorter `keepSeconds` are stored in a separate BullMQ queue. When a job ends, BullMQ
 * applies the age limit of this job to all ended jobs of its queue. In one queue, a job kept for a
 * day would therefore delete jobs kept for months.
 */
const BRIEF_SECONDS = 7 * 86_400

/**
 * Seconds after which the server's settings are checked again, because they can change at runtime.
 * Our choice.
 */
const INSPECT_AGAIN_SECONDS = 60

/** Stores the jobs of an application in two BullMQ queues in Redis. */
class BullJobQueue implements JobQueue {
  readonly #client: BullClient
  readonly #view: ClientView<BullClient>
  readonly #send: SendCommand
  readonly #settings: Settings
  readonly #long: Lane
  readonly #brief: Lane
  readonly #workers = new Set<JobWorker>()
  #inspecting: Promise<void> | null = null
  #isInspected = false
  /** Time of the next check of the server's settings, in milliseconds as in `performance.now()`. */
  #inspectAgainAt = 0

  constructor(client: BullClient, settings: Settings) {
    this.#client = client
    this.#view = viewOf(client)
    const connection = this.#view.client
    this.#send = commandOf(connection)
    this.#settings = settings
    const { name, prefix } = settings
    const send = this.#send
    this.#long = new Lane({ name, connection, prefix, send })
    this.#brief = new Lane({ name: `${name}-brief`, connection, prefix, send })
  }

  async add(job: NewJob): Promise<boolean> {
    queueArguments.add(job)
    const lane = job.keepSeconds < BRIEF_SECONDS ? this.#brief : this.#long
    // Only a job with a due time needs the server's time.
    const { dueAt } = job
    const store = async (): Promise<boolean> =>
      lane.add(job, dueAt === null ? Date.now() : await serverTime(this.#send))
    return this.#ask('add', store, true)
  }

  async work(run: RunJob, options: WorkOptions): Promise<JobWorker> {
    queueArguments.work(run, options)
    const { concurrency } = options
    const report = (one: WorkerReport): void =>
      options.report(one.type === 'TROUBLE' ? { ...one, error: toLibraryError('work', one.error) } : one)
    const { answerSeconds, leaseSeconds } = this.#settings
    const leaseMs = leaseSeconds * 1000
    const lanes: LaneWorker[] = []
    const clock = new ServerClock(this.#send, {
      off: (skewSeconds) => {
        for (const lane of lanes) lane.pause().catch((error: unknown) => report({ type: 'TROUBLE', error }))
        report({ type: 'CLOCK_OFF', skewSeconds })
      },
      right: () => {
        for (const lane of lanes) lane.resume().catch((error: unknown) => report({ type: 'TROUBLE', error }))
        report({ type: 'CLOCK_RIGHT' })
      },
      trouble: (error) => report({ type: 'TROUBLE', error }),
    })
    const late = new AbortController()
    const inspecting = setInterval(() => {
      this.#inspect().catch((error: unknown) => report({ type: 'TROUBLE', error }))
    }, INSPECT_AGAIN_SECONDS * 1000)
    // Each worker gets its own view of the client, so that its listeners can be removed when it
    // stops.
    const view = viewOf(this.#client)
    const open = async ({ settings }: Lane): Promise<void> => {
      const how = { run, concurrency, clock, report, leaseMs, answerSeconds }
      const lane = await LaneWorker.open({ ...settings, connection: view.client }, how, late.signal)
      lanes.push(lane)
      if (late.signal.aborted) await lane.stop(0)
    }
    try {
      await this.#ask('work', async () => {
        await clock.start()
        late.signal.throwIfAborted()
        await Promise.all([open(this.#long), open(this.#brief)])
      })
      if (!clock.isRight) for (const lane of lanes) await lane.pause()
    } catch (error) {
      late.abort(error)
      clock.close()
      clearInterval(inspecting)
      const stopping = Promise.all(lanes.map((lane) => lane.stop(0)))
      stopping
        .catch((failure: unknown) => report({ type: 'TROUBLE', error: failure }))
        .finally(() => view.letGo())
      throw error
    }
    for (const lane of lanes) lane.start()
    for (const lane of [this.#long, this.#brief])
      lane.recover().catch((error: unknown) => report({ type: 'TROUBLE', error }))
    const worker = {
      stop: async (how: { readonly withinSeconds: number }): Promise<void> => {
        queueArguments.stop(how)
        clock.close()
        clearInterval(inspecting)
        this.#workers.delete(worker)
        await Promise.all(lanes.map((lane) => lane.stop(how.withinSeconds))).finally(() => view.letGo())
      },
    }
    this.#workers.add(worker)
    return worker
  }

  async resume(id: string, memo: JsonObject): Promise<boolean> {
    queueArguments.resume(id, memo)
    return this.#ask(
      'resume',
      async () => (await this.#long.resume(id, memo)) || this.#brief.resume(id, memo),
    )
  }

  async withdraw(id: string, memo: JsonObject): Promise<boolean> {
    queueArguments.withdraw(id, memo)
    return this.#ask(
      'withdraw',
      async () => (await this.#long.withdraw(id, memo)) || this.#brief.withdraw(id, memo),
    )
  }

  async read(id: string): Promise<StoredJob | null> {
    queueArguments.read(id)
    return this.#ask('read', async () => (await this.#long.read(id)) ?? this.#brief.read(id))
  }

  async list(
    list: JobList,
    window: { readonly offset: number; readonly limit: number },
  ): Promise<readonly StoredJob[]> {
    queueArguments.list(list, window)
    const { offset, limit } = window
    return this.#ask('list', async () => {
      const lanes = [this.#long, this.#brief]
      const jobs = (await Promise.all(lanes.map((lane) => lane.list(list, offset + limit)))).flat()
      const sorted =
        list === 'WAITING'
          ? jobs.toSorted((one, other) => (one.dueAt?.getTime() ?? 0) - (other.dueAt?.getTime() ?? 0))
          : jobs.toSorted((one, other) => other.addedAt.getTime() - one.addedAt.getTime())
      return sorted.slice(offset, offset + limit)
    })
  }

  count(): Promise<JobCounts> {
    return this.#ask('count', async () => {
      const [long, brief] = await Promise.all([this.#long.count(), this.#brief.count()])
      return {
        WAITING: long.WAITING + brief.WAITING,
        RUNNING: long.RUNNING + brief.RUNNING,
        HELD: long.HELD + brief.HELD,
        ENDED: long.ENDED + brief.ENDED,
      }
    })
  }

  now(): Promise<Date> {
    return this.#ask('now', async () => new Date(await serverTime(this.#send)))
  }

  async close(): Promise<void> {
    await Promise.all([...this.#workers].map((worker) => worker.stop({ withinSeconds: 0 })))
    const { answerSeconds, name } = this.#settings
    try {
      const closing = Promise.all([this.#long.close(), this.#brief.close()])
      if (!(await endsWithin(closing, answerSeconds)))
        process.emitWarning(
          `Redis did not respond within ${answerSeconds} seconds while the queue ${name} was closed, so the close did not wait for it.`,
        )
    } finally {
      this.#view.letGo()
    }
  }

  /**
   * Runs a call with a timeout, because clients wait without a limit for an unreachable server.
   *
   * @param storesJob - If true, checks the server's settings first if the last check is too old. A
   * server that may drop jobs gets no new jobs. Existing jobs can still be read and changed.
   */
  #ask<T>(operation: string, work: () => Promise<T>, storesJob = false): Promise<T> {
    const { answerSeconds } = this.#settings
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        const message = `Redis did not respond to ${operation} of the queue within ${answerSeconds} seconds. The operation may have been done. Repeat it: a job is stored once.`
        reject(new NetworkError(message, { timedOut: true }))
      }, answerSeconds * 1000)
      const answered = (answer: T): void => {
        clearTimeout(timer)
        resolve(answer)
      }
      const failed = (error: unknown): void => {
        clearTimeout(timer)
        reject(toLibraryError(operation, error))
      }
      // If the timeout has rejected the promise, a later result is ignored.
      const isStale = storesJob && performance.now() >= this.#inspectAgainAt
      const asking = this.#isInspected && !isStale ? work() : this.#inspect().then(work)
      asking.then(answered, failed)
    })
  }

  /** Checks the settings of the server. Concurrent callers share one check. */
  async #inspect(): Promise<void> {
    this.#inspecting ??= inspectServer(this.#send, this.#settings)
    try {
      await this.#inspecting
      this.#isInspected = true
      this.#inspectAgainAt = performance.now() + INSPECT_AGAIN_SECONDS * 1000
    } finally {
      this.#inspecting = null
    }
  }
}

/**
 * Creates a queue for `SocialJobs` in Redis, based on BullMQ 6. The server's settings are checked
 * before the first job is stored.
 *
 * @param client - A connected client of `redis`, or of `ioredis` with `maxRetriesPerRequest:
 * null`. A worker opens copies of this client. The application has to close the client itself.
 * @throws ConfigError for an invalid client, and for a setting out of range. If the server may
 * drop or forget jobs, the first call of the queue throws a ConfigError.
 * @example
 * const jobs = new SocialJobs({ client: social, queue: bullQueue(redis) })
 */
export function bullQueue(client: BullClient, options: BullQueueOptions = {}): JobQueue {
  return new BullJobQueue(client, readSettings(options))
}
