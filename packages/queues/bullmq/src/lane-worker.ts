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

/** A job may be taken over (stalled, in BullMQ's word) any number of times: the second kill must not fail it. */
const MAX_STALLS = 1_000_000
/** Milliseconds: a job that is taken so little before its moment waits for it in its worker. Our choice. */
const SHORT_WAIT_MS = 3_000
/** Milliseconds in which a job that was called off has to end; after that its lease runs out. Our choice. */
const CALLED_OFF_MS = 10_000
/** Milliseconds that a job is left to others that was taken although this worker is stopped, or its clock is off. Our choice. */
const NOT_HERE_MS = 2_000

const LOST = new Error('Another worker may have this job by now: its lease could not be renewed.')
const STOPPED = new Error('The worker was stopped.')

/** How a lane is worked on. */
export interface LaneWorkOptions {
  readonly run: RunJob
  readonly concurrency: number
  readonly clock: ServerClock
  readonly report: (report: WorkerReport) => void
  /** How long a lease is: renewed at half of it, and looked at for dead workers as often. */
  readonly leaseMs: number
  /** How long the server may take to answer. */
  readonly answerSeconds: number
}

/** What a worker has in hand. After a lost lease it may have the same job twice. */
interface Leased {
  readonly id: string
  readonly controller: AbortController
}

type BullWorker = PatientWorker<JobData, Outcome | null>

/** Works on one queue of BullMQ. */
export class LaneWorker {
  readonly #worker: BullWorker
  readonly #options: LaneWorkOptions
  readonly #inHand = new Set<Leased>()
  #isStopping = false
  /** Wakes whoever waits until nothing is in hand. */
  #idle: () => void = () => undefined

  private constructor(worker: BullWorker, options: LaneWorkOptions) {
    this.#worker = worker
    this.#options = options
    // A job that could not be finished because the connection was cut is failed by BullMQ when it is back. It is run again:
    // only what asks to be held is held.
    worker.on('failed', (job, error) => {
      if (job === undefined || error instanceof UnrecoverableError) return
      options.report({ type: 'TROUBLE', error })
      job.retry('failed').catch((failure: unknown) => options.report({ type: 'TROUBLE', error: failure }))
    })
    // Nobody else is told: BullMQ goes on, and drops the result.
    worker.on('lockRenewalFailed', (ids: readonly string[]) => this.#lose(ids))
  }

  /** Opens the connections of one that takes no jobs yet. @param signal - Fires when nobody waits for it any more. */
  static async open(
    { name, connection, prefix }: LaneSettings,
    options: LaneWorkOptions,
    signal: AbortSignal,
  ): Promise<LaneWorker> {
    let lane: LaneWorker | null = null
    const take = (job: BullJob, token = ''): Promise<Outcome | null> =>
      // Jobs are taken from `start` on.
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

  /** Begins to take jobs, unless the clock is off. */
  start(): void {
    this.#worker.run().catch((error: unknown) => this.#options.report({ type: 'TROUBLE', error }))
  }

  /** Takes no more jobs, and goes on with those it has. */
  async pause(): Promise<void> {
    await this.#worker.pause(true)
  }

  async resume(): Promise<void> {
    await this.#worker.resume()
  }

  async stop(withinSeconds: number): Promise<void> {
    this.#isStopping = true
    // Closing waits for running jobs without any limit, so that is done here.
    await this.#worker.pause(true)
    await this.#untilIdle(withinSeconds * 1000)
    for (const { controller } of this.#inHand) controller.abort(STOPPED)
    await this.#untilIdle(CALLED_OFF_MS)
    await this.#close()
  }

  /** Closing asks the server, and waits for it without any limit. */
  async #close(): Promise<void> {
    const { answerSeconds, report } = this.#options
    const closing = this.#worker.close(this.#inHand.size > 0)
    if (await endsWithin(closing, answerSeconds)) return
    const message = `Redis did not answer within ${answerSeconds} seconds while a worker was stopped, so its connection was cut. What it could not write down is run again by another worker, once its lease is over.`
    report({ type: 'TROUBLE', error: new NetworkError(message, { timedOut: true }) })
    await endsWithin(this.#worker.letGo(), answerSeconds)
  }

  #lose(ids: readonly string[]): void {
    for (const id of ids) this.#options.report({ type: 'LEASE_LOST', id })
    for (const { id, controller } of this.#inHand) if (ids.includes(id)) controller.abort(LOST)
  }

  /** Waits until nothing is in hand, at most so long. */
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
    if (data === null || stored === null) throw new UnrecoverableError('Something else wrote this job.')
    if (data.isWithdrawn) return { state: 'CANCELLED', memo: data.memo }
    // A fetch that was on its way when the worker was stopped may still bring a job.
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
    // Whoever has it now decides.
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

  /** Uses up no attempt. A try that ends in between is repeated with what it left. */
  async #putBack(job: BullJob, data: JobData, dueAt: number, token: string): Promise<never> {
    try {
      await job.updateData(data)
      await job.moveToDelayed(Math.ceil(dueAt), token)
    } catch (error) {
      // Left as it is: its lease runs out, and then it is taken again.
      this.#options.report({ type: 'TROUBLE', error })
    }
    throw new DelayedError()
  }
}
