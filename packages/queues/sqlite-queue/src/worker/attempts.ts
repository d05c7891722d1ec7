import { type JsonObject, NetworkError } from '@social/core/store'
import { RETRY_SECONDS, type Verdict } from '@social/jobs/queue'

import type { TakenJob } from '../table/job-row.js'
import { completeAttempt, saveProgress } from '../table/jobs-table.js'
import type { SqliteWorkerParts } from './parts.js'

/** Seconds before the result of a job is stored again after an error. Later pauses are longer. Our choice. */
const FIRST_PAUSE_SECONDS = 0.1
const MAX_PAUSE_SECONDS = 1

const STOPPED = new Error('The worker was stopped.')

/** One attempt to run a job. */
interface Attempt {
  readonly taken: TakenJob
  readonly controller: AbortController
  isLost: boolean
}

/** Functions that `Attempts` calls. */
export interface AttemptListener {
  /** Called when an attempt has ended. */
  ended(): void
  /** Called when the worker has lost its lease, and with it all its jobs. */
  lost(): void
}

/**
 * Running attempts of a worker. Each result is stored with the number of its attempt, so that the
 * result of an attempt that has lost its job changes nothing.
 */
export class Attempts {
  readonly #parts: SqliteWorkerParts
  readonly #listener: AttemptListener
  readonly #running = new Set<Attempt>()
  /** Ends the pauses of attempts whose result could not be stored. */
  readonly #over = new AbortController()
  /** Resolves the promise of `untilIdle`. */
  #idle: () => void = () => undefined

  constructor(parts: SqliteWorkerParts, listener: AttemptListener) {
    this.#parts = parts
    this.#listener = listener
  }

  /** Ids of the running jobs. */
  get ids(): readonly string[] {
    return Array.from(this.#running, ({ taken }) => taken.job.id)
  }

  /** Returns the number of jobs of a lane that the worker may still take. */
  freeIn(lane: string): number {
    let free = this.#parts.options.concurrency
    for (const { taken } of this.#running) if (taken.lane === lane) free -= 1
    return free
  }

  begin(taken: TakenJob): void {
    const one: Attempt = { taken, controller: new AbortController(), isLost: false }
    this.#running.add(one)
    void this.#attempt(one)
  }

  /** Aborts all attempts, because another worker may have their jobs. */
  loseAll(): void {
    for (const one of this.#running) this.#lose(one)
  }

  /** Aborts all attempts, because the worker is stopped. */
  abortAll(): void {
    for (const { controller } of this.#running) controller.abort(STOPPED)
  }

  /** Gives up results that could not be stored. */
  giveUp(): void {
    this.#over.abort(STOPPED)
  }

  /** Resolves when no job is running. */
  untilIdle(): Promise<void> {
    if (this.#running.size === 0) return Promise.resolve()
    return new Promise((resolve) => {
      this.#idle = resolve
    })
  }

  /** Runs a job and stores its result. Never rejects. */
  async #attempt(one: Attempt): Promise<void> {
    await this.#complete(one, await this.#run(one))
    this.#running.delete(one)
    this.#listener.ended()
    if (this.#running.size === 0) this.#idle()
  }

  async #run({ taken: { job, claim }, controller }: Attempt): Promise<Verdict> {
    const { run, options, quick } = this.#parts
    const reportProgress = async (progress: JsonObject): Promise<void> => {
      const text = JSON.stringify(progress)
      await quick.run('queue.reportProgress', (session) => saveProgress(session, claim, text))
    }
    try {
      return await run(job, { signal: controller.signal, reportProgress })
    } catch (error) {
      options.report({ type: 'TROUBLE', error })
      return { to: 'WAITING', afterSeconds: RETRY_SECONDS, memo: job.memo }
    }
  }

  /** Stores the result of an attempt, if the job still belongs to this attempt. */
  async #complete(one: Attempt, verdict: Verdict): Promise<void> {
    const { durable, options, settings } = this.#parts
    const { clock } = settings
    for (let tries = 0; !one.isLost && !this.#over.signal.aborted; tries += 1)
      try {
        const isOurs = await durable.run('queue.complete', (session) =>
          completeAttempt(session, one.taken.claim, verdict, clock.now().getTime()),
        )
        // The job is lost only if the first write finds another owner. After an error, the result
        // may already be stored.
        if (!isOurs && tries === 0) this.#listener.lost()
        return
      } catch (error) {
        options.report({ type: 'TROUBLE', error })
        const seconds = Math.min(FIRST_PAUSE_SECONDS * 2 ** tries, MAX_PAUSE_SECONDS)
        await clock.sleep(seconds, { signal: this.#over.signal }).catch(() => undefined)
      }
  }

  #lose(one: Attempt): void {
    if (one.isLost) return
    one.isLost = true
    const { id } = one.taken.job
    one.controller.abort(
      new NetworkError(`The job ${id} belongs to another worker now: the lease of this worker has ended.`),
    )
    this.#parts.options.report({ type: 'LEASE_LOST', id })
  }
}
