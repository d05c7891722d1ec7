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

/** Why a job of a worker that was stopped is called off. */
const STOPPED = new Error('The worker was stopped.')
/** Seconds in which a job that was called off has to end; nobody waits for it any longer. Our choice. */
const CALLED_OFF_SECONDS = 10

/** What a worker needs of its queue. */
export interface MemoryWorkerParts {
  readonly clock: Clock
  readonly run: RunJob
  readonly options: WorkOptions
  readonly take: () => StoredJob | null
  /** Moment of the next job, in milliseconds; null when none waits. */
  readonly nextAt: () => number | null
  readonly tell: (id: string, progress: JsonObject) => void
  readonly conclude: (id: string, verdict: Verdict) => void
  readonly left: () => void
}

/** A worker of a queue in memory. */
export class MemoryWorker implements JobWorker {
  readonly #parts: MemoryWorkerParts
  readonly #running = new Set<Promise<void>>()
  readonly #called = new AbortController()
  #alarm: AbortController | null = null
  #isStopping = false

  constructor(parts: MemoryWorkerParts) {
    this.#parts = parts
  }

  /** Takes what is due, as far as there is room, and wakes up again for what comes next. */
  look(): void {
    this.#alarm?.abort(STOPPED)
    this.#alarm = null
    while (!this.#isStopping && this.#running.size < this.#parts.options.concurrency) {
      const job = this.#parts.take()
      if (job === null) return this.#sleep()
      const one: Promise<void> = this.#try(job).finally(() => {
        this.#running.delete(one)
        this.look()
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
    this.#called.abort(STOPPED)
    const calledOff = clock.sleep(CALLED_OFF_SECONDS, { signal: late.signal, isLimit: true })
    await Promise.race([ended, calledOff.catch(() => undefined)])
    left()
  }

  async #try(job: StoredJob): Promise<void> {
    const { run, options, conclude } = this.#parts
    const tell = async (progress: JsonObject): Promise<void> => this.#parts.tell(job.id, progress)
    try {
      conclude(job.id, await run(job, { signal: this.#called.signal, tell }))
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
      () => (alarm.signal.aborted ? undefined : this.look()),
      () => undefined,
    )
  }
}
