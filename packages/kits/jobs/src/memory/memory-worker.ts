import type { Clock, JsonObject } from '@social/core/store'

import {
  type JobWorker,
  RETRY_SECONDS,
  type RunJob,
  type StoredJob,
  type Verdict,
  type WorkOptions,
} from '../binding.js'
import { queueArguments } from './queue-arguments.js'

/** Abort reason for the running jobs of a stopped worker. */
const STOPPED = new Error('The worker was stopped.')
/** Number of seconds for which `stop` waits for aborted jobs. Our choice. */
const ABORTED_SECONDS = 10

/** Functions and options that a worker uses. */
export interface MemoryWorkerParts {
  readonly clock: Clock
  readonly run: RunJob
  readonly options: WorkOptions
  readonly take: () => StoredJob | null
  /** Returns the due time of the next waiting job in milliseconds. Returns null if no job waits. */
  readonly nextAt: () => number | null
  readonly reportProgress: (id: string, progress: JsonObject) => void
  readonly conclude: (id: string, verdict: Verdict) => void
  readonly left: () => void
}

/** Worker of an `InMemoryJobQueue`. */
export class MemoryWorker implements JobWorker {
  readonly #parts: MemoryWorkerParts
  readonly #running = new Set<Promise<void>>()
  readonly #stopSignal = new AbortController()
  #alarm: AbortController | null = null
  #isStopping = false

  constructor(parts: MemoryWorkerParts) {
    this.#parts = parts
  }

  /** Starts due jobs up to the concurrency limit. Then sleeps until the next job is due. */
  wake(): void {
    this.#alarm?.abort(STOPPED)
    this.#alarm = null
    while (!this.#isStopping && this.#running.size < this.#parts.options.concurrency) {
      const job = this.#parts.take()
      if (job === null) return this.#sleep()
      const one: Promise<void> = this.#attempt(job).finally(() => {
        this.#running.delete(one)
        this.wake()
      })
      this.#running.add(one)
    }
  }

  async stop(options: { readonly withinSeconds: number }): Promise<void> {
    queueArguments.stop(options)
    const { withinSeconds } = options
    this.#isStopping = true
    this.#alarm?.abort(STOPPED)
    const late = new AbortController()
    const ended = Promise.all(this.#running).then(() => late.abort(STOPPED))
    const { clock, left } = this.#parts
    await clock.sleep(withinSeconds, { signal: late.signal, isLimit: true }).catch(() => undefined)
    this.#stopSignal.abort(STOPPED)
    const aborted = clock.sleep(ABORTED_SECONDS, { signal: late.signal, isLimit: true })
    await Promise.race([ended, aborted.catch(() => undefined)])
    left()
  }

  async #attempt(job: StoredJob): Promise<void> {
    const { run, options, conclude } = this.#parts
    const reportProgress = async (progress: JsonObject): Promise<void> =>
      this.#parts.reportProgress(job.id, progress)
    try {
      conclude(job.id, await run(job, { signal: this.#stopSignal.signal, reportProgress }))
    } catch (error) {
      options.report({ type: 'TROUBLE', error })
      conclude(job.id, { to: 'WAITING', afterSeconds: RETRY_SECONDS, memo: job.memo })
    }
  }

  #sleep(): void {
    const { clock, nextAt } = this.#parts
    const next = nextAt()
    if (next === null) return
    const alarm = new AbortController()
    this.#alarm = alarm
    const seconds = Math.max(0.001, (next - clock.now().getTime()) / 1000)
    clock.sleep(seconds, { signal: alarm.signal }).then(
      () => (alarm.signal.aborted ? undefined : this.wake()),
      () => undefined,
    )
  }
}
