import { strict as assert } from 'node:assert'
import { setTimeout as sleep } from 'node:timers/promises'

import type { JobQueue, JobState, JobWorker, NewJob, RunJob, WorkerReport } from '../binding.js'

/**
 * One check for one queue. Pass the check to any test runner, or call `run` directly. A failed
 * check rejects.
 */
export interface JobQueueCheck {
  /** Required behaviour of the queue, as a test title. */
  readonly name: string
  readonly run: () => Promise<void>
}

/** Functions that create and close the queues for the checks. */
export interface JobQueueHooks {
  /** Creates an empty queue. Called once for each check. */
  make(): JobQueue | Promise<JobQueue>
  /** Opens a second handle to the same queue, as another process does. Default: the same handle. */
  readonly another?: ((queue: JobQueue) => JobQueue | Promise<JobQueue>) | undefined
  /** Closes a queue that `make` or `another` created. Also called after a failed check. */
  readonly cleanUp?: ((queue: JobQueue) => void | Promise<void>) | undefined
  /** Timeout in seconds of each wait in a check. Default: 20. */
  readonly patienceSeconds?: number | undefined
}

/** A check that is not yet bound to a queue. */
export type CheckDefinition = readonly [name: string, run: (bench: QueueBench) => Promise<void>]

export const FIRST_QUERY = { offset: 0, limit: 100 } as const

export const byText = (one: string, other: string): number => (one < other ? -1 : 1)

/** Default timeout of each wait in seconds, long enough for a slow server on a busy machine. */
const PATIENCE_SECONDS = 20

/** Context of one check: the queue and helper methods. */
export class QueueBench {
  readonly queue: JobQueue
  readonly reports: WorkerReport[] = []
  readonly #hooks: JobQueueHooks
  readonly #workers: JobWorker[] = []
  readonly #others: JobQueue[] = []
  readonly #gates: PromiseWithResolvers<undefined>[] = []
  #made = 0

  constructor(queue: JobQueue, hooks: JobQueueHooks) {
    this.queue = queue
    this.#hooks = hooks
  }

  /** Creates a job without adding the job to the queue. */
  job(changes: Partial<NewJob> = {}): NewJob {
    this.#made += 1
    const id = `t${this.#made}-aB_3${'x'.repeat(40)}`
    return { id, kind: 'TEST', payload: { count: this.#made }, dueAt: null, keepSeconds: 3_600, ...changes }
  }

  /**
   * Creates a promise for which a job's `run` function can wait. The promise resolves at the end
   * of the check at the latest, so that a failed check leaves no running job.
   */
  gate(): PromiseWithResolvers<undefined> {
    const gate = Promise.withResolvers<undefined>()
    this.#gates.push(gate)
    return gate
  }

  /** Returns the time `seconds` from now, by the clock of the queue's server. */
  async in(seconds: number): Promise<Date> {
    return new Date((await this.queue.now()).getTime() + seconds * 1000)
  }

  async work(run: RunJob, { concurrency = 4, queue = this.queue } = {}): Promise<JobWorker> {
    const worker = await queue.work(run, { concurrency, report: (report) => this.reports.push(report) })
    this.#workers.push(worker)
    return worker
  }

  async another(): Promise<JobQueue> {
    const queue = (await this.#hooks.another?.(this.queue)) ?? this.queue
    if (queue !== this.queue) this.#others.push(queue)
    return queue
  }

  /** Waits until a job is in the given state. Fails after the timeout. */
  async until(id: string, state: JobState): Promise<void> {
    await this.eventually(
      async () => (await this.queue.read(id))?.state === state,
      `The job ${id} never became ${state}.`,
    )
  }

  /** Waits until a condition is true. Fails after the timeout with the message `otherwise`. */
  async eventually(isTrue: () => boolean | Promise<boolean>, otherwise: string): Promise<void> {
    const end = performance.now() + (this.#hooks.patienceSeconds ?? PATIENCE_SECONDS) * 1000
    while (!(await isTrue())) {
      assert.ok(performance.now() < end, otherwise)
      await sleep(10)
    }
  }

  async close(): Promise<void> {
    for (const gate of this.#gates) gate.resolve(undefined)
    await Promise.all(this.#workers.map((worker) => worker.stop({ withinSeconds: 0 })))
    for (const queue of [...this.#others, this.queue])
      await (this.#hooks.cleanUp ? this.#hooks.cleanUp(queue) : queue.close())
  }
}
