import { setTimeout as sleep } from 'node:timers/promises'

import { NetworkError } from '@social/core/store'
import { endsWithin, RETRY_SECONDS, type RunJob, type Verdict, type WorkerReport } from '@social/jobs/queue'
import { DelayedError, UnrecoverableError } from 'bullmq'

import {
  type BullJob,
  heldReason,
  type JobData,
  type Outcome,
  readData,
  saveProgress,
  toStored,
} from './job-data.js'
import type { LaneSettings } from './lane.js'
import { openWorker, PatientWorker } from './patient-worker.js'
import type { ServerClock } from './server/server-clock.js'

/**
 * Maximum times that a job is taken over because its worker died (BullMQ calls this "stalled").
 * The number is practically unlimited, so that a second killed worker does not fail the job.
 */
const MAX_STALLS = 1_000_000
/**
 * A worker takes a job up to this many milliseconds before its due time. The job then waits in the
 * worker. Our choice.
 */
const SHORT_WAIT_MS = 3_000
/**
 * Milliseconds that a stopping worker waits for aborted jobs to end. After this time the worker
 * leaves the job, and its lease expires. Our choice.
 */
const CALLED_OFF_MS = 10_000
/**
 * Delay in milliseconds of a job that a worker puts back because the worker is stopping or its
 * clock is wrong. The delay leaves the job to other workers. Our choice.
 */
const NOT_HERE_MS = 2_000

const LOST = new Error('Another worker may have this job by now: its lease could not be renewed.')
const STOPPED = new Error('The worker was stopped.')

/** Options of a worker for one BullMQ queue. */
export interface LaneWorkOptions {
  readonly run: RunJob
  readonly concurrency: number
  readonly clock: ServerClock
  readonly report: (report: WorkerReport) => void
  /**
   * Length of a lease in milliseconds. A worker renews leases, and detects dead workers, twice in
   * this time.
   */
  readonly leaseMs: number
  /** Seconds that the worker waits for a response of the server. */
  readonly answerSeconds: number
}

/** A running job. After a lost lease, one worker may run the same job twice concurrently. */
interface Leased {
  readonly id: string
  readonly controller: AbortController
}

type BullWorker = PatientWorker<JobData, Outcome | null>

/** Runs the jobs of one BullMQ queue. */
export class LaneWorker {
  readonly #worker: BullWorker
  readonly #options: LaneWorkOptions
  readonly #inHand = new Set<Leased>()
  #isStopping = false
  /** Resolves the promise of `#untilIdle`. */
  #idle: () => void = () => undefined

  private constructor(worker: BullWorker, options: LaneWorkOptions) {
    this.#worker = worker
    this.#options = options
    // BullMQ fails a job whose result could not be stored because the connection was cut. The
    // job is then retried. Only an UnrecoverableError means that the job is held.
    worker.on('failed', (job, error) => {
      if (job === undefined || error instanceof UnrecoverableError) return
      options.report({ type: 'TROUBLE', error })
      job.retry('failed').catch((failure: unknown) => options.report({ type: 'TROUBLE', error: failure }))
    })
    // BullMQ reports a lost lease only by this event. BullMQ does not stop the job, but drops its
    // result.
    worker.on('lockRenewalFailed', (ids: readonly string[]) => this.#lose(ids))
  }

  /**
   * Opens the connections of a worker. The worker takes no jobs before `start`.
   *
   * @param signal - Fires when no caller waits for the worker any more.
   */
  static async open(
    { name, connection, prefix }: LaneSettings,
    options: LaneWorkOptions,
    signal: AbortSignal,
  ): Promise<LaneWorker> {
    let lane: LaneWorker | null = null
    const take = (job: BullJob, token = ''): Promise<Outcome | null> =>
      // BullMQ takes jobs only after `start`, when `lane` is set.
      lane === null ? Promise.reject(new DelayedError()) : lane.#take(job, token)
    const make = (): BullWorker => {
      const worker: BullWorker = new PatientWorker(name, take, {
        connection,
        prefix,
        autorun: false,
        concurrency: options.concurrency,
        lockDuration: options.leaseMs,
        stalledInterval: options.leaseMs / 2,
        maxStalledCount: MAX_STALLS,
      })
      worker.on('error', (error) => options.report({ type: 'TROUBLE', error }))
      return worker
    }
    lane = new LaneWorker(await openWorker(make, signal), options)
    return lane
  }

  /**
   * Starts to take jobs. If the clock is wrong, the caller has paused the worker, and no job is
   * taken.
   */
  start(): void {
    this.#worker.run().catch((error: unknown) => this.#options.report({ type: 'TROUBLE', error }))
  }

  /** Stops taking jobs. Running jobs continue. */
  async pause(): Promise<void> {
    await this.#worker.pause(true)
  }

  async resume(): Promise<void> {
    await this.#worker.resume()
  }

  async stop(withinSeconds: number): Promise<void> {
    this.#isStopping = true
    // The worker itself waits for running jobs here, because BullMQ's `close` waits for them
    // without a limit.
    await this.#worker.pause(true)
    await this.#untilIdle(withinSeconds * 1000)
    for (const { controller } of this.#inHand) controller.abort(STOPPED)
    await this.#untilIdle(CALLED_OFF_MS)
    await this.#close()
  }

  /**
   * Closes the worker with a timeout, because BullMQ's `close` sends a request and waits for the
   * response without a limit.
   */
  async #close(): Promise<void> {
    const { answerSeconds, report } = this.#options
    const closing = this.#worker.close(this.#inHand.size > 0)
    if (await endsWithin(closing, answerSeconds)) return
    const message = `Redis did not respond within ${answerSeconds} seconds while a worker was stopped, so its connection was cut. Another worker runs its unsaved jobs again after their leases expire.`
    report({ type: 'TROUBLE', error: new NetworkError(message, { timedOut: true }) })
    await endsWithin(this.#worker.letGo(), answerSeconds)
  }

  #lose(ids: readonly string[]): void {
    for (const id of ids) this.#options.report({ type: 'LEASE_LOST', id })
    for (const { id, controller } of this.#inHand) if (ids.includes(id)) controller.abort(LOST)
  }

  /** Waits until all running jobs have ended, or until the time is over. */
  async #untilIdle(milliseconds: number): Promise<void> {
    if (this.#inHand.size === 0) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds)
      this.#idle = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  async #take(job: BullJob, token: string): Promise<Outcome | null> {
    const controller = new AbortController()
    const one = { id: job.id ?? '', controller }
    this.#inHand.add(one)
    try {
      return await this.#work(job, token, controller.signal)
    } finally {
      this.#inHand.delete(one)
      if (this.#inHand.size === 0) this.#idle()
    }
  }

  async #work(job: BullJob, token: string, signal: AbortSignal): Promise<Outcome | null> {
    const { clock } = this.#options
    const data = readData(job)
    const stored = data && toStored(job, 'active', data)
    if (data === null || stored === null) throw new UnrecoverableError('Another program wrote this job.')
    if (data.isWithdrawn) return { state: 'CANCELLED', memo: data.memo }
    // A request for a job that was sent before the stop can still return a job.
    if (this.#isStopping || !clock.isRight) return this.#putBack(job, data, clock.now() + NOT_HERE_MS, token)
    const early = (data.dueAt ?? 0) - clock.now()
    if (early > SHORT_WAIT_MS) {
      await clock.readIfSet()
      return this.#putBack(job, data, data.dueAt ?? 0, token)
    }
    if (early > 0) await sleep(Math.ceil(early), undefined, { signal }).catch(() => undefined)
    const verdict = await this.#run(stored, {
      signal,
      reportProgress: (progress) => saveProgress(job, progress),
    })
    // Another worker has the job now and stores its result.
    if (signal.reason === LOST) throw new DelayedError()
    const { memo } = verdict
    if (verdict.to === 'HELD') throw new UnrecoverableError(heldReason(memo))
    if (verdict.to !== 'WAITING') return { state: verdict.to, memo }
    const dueAt = clock.now() + verdict.afterSeconds * 1000
    return this.#putBack(job, { ...data, memo, dueAt: Math.ceil(dueAt) }, dueAt, token)
  }

  async #run(...[stored, context]: Parameters<RunJob>): Promise<Verdict> {
    try {
      return await this.#options.run(stored, context)
    } catch (error) {
      this.#options.report({ type: 'TROUBLE', error })
      return { to: 'WAITING', afterSeconds: RETRY_SECONDS, memo: stored.memo }
    }
  }

  /**
   * Puts a job back to wait until `dueAt`. BullMQ does not count this as a failed attempt. If the
   * lease ends before the job is moved, another worker repeats the job with the new memo.
   */
  async #putBack(job: BullJob, data: JobData, dueAt: number, token: string): Promise<never> {
    try {
      await job.updateData(data)
      await job.moveToDelayed(Math.ceil(dueAt), token)
    } catch (error) {
      // The job stays unchanged. After its lease expires, another worker takes the job.
      this.#options.report({ type: 'TROUBLE', error })
    }
    throw new DelayedError()
  }
}
