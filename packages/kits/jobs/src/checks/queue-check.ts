import { strict as assert } from 'node:assert'
import { setTimeout as sleep } from 'node:timers/promises'

import type { JobQueue, JobState, JobWorker, NewJob, RunJob, WorkerReport } from '../binding.js'

/** One check, bound to a queue. Pass the check to any test runner, or run it directly. A failed check rejects. */
export interface JobQueueCheck {
  /** Sentence about the behaviour of a queue. */
  readonly name: string
  readonly run: () => Promise<void>
}

/** Functions that create and close the queues of the checks. */
export interface JobQueueHooks {
  /** Creates an empty queue for each check. */
  make(): JobQueue | Promise<JobQueue>
  /** Opens another handle to the same queue, as in another process. Default: the same handle. */
  readonly another?: ((queue: JobQueue) => JobQueue | Promise<JobQueue>) | undefined
  /** Closes a queue that `make` or `another` created, also after a failed check. */
  readonly cleanUp?: ((queue: JobQueue) => void | Promise<void>) | undefined
  /** Timeout in seconds for everything a check waits for. Default: 20. */
  readonly patienceSeconds?: number | undefined
}

/** One check before it is bound to a queue. */
export type CheckDefinition = readonly [name: string, run: (bench: QueueBench) => Promise<void>]

export const FIRST_QUERY = { offset: 0, limit: 100 } as const

export const byText = (one: string, other: string): number => (one < other ? -1 : 1)

/** Default timeout of a check. Servers on a busy machine are slow. */
const PATIENCE_SECONDS = 20

/** Context of one check. */
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

  /** Creates a job that was not added. */
  job(changes: Partial<NewJob> = {}): NewJob {
    this.#made += 1
    const id = `t${this.#made}-aB_3${'x'.repeat(40)}`
    return { id, kind: 'TEST', payload: { count: this.#made }, dueAt: null, keepSeconds: 3_600, ...changes }
  }

  /**
   * Creates a gate that a run can wait for. The gate opens at the end of the check, so that a failed check leaves no
   * run behind.
   */
  gate(): PromiseWithResolvers<undefined> {
    const gate = Promise.withResolvers<undefined>()
    this.#gates.push(gate)
    return gate
  }

  /** Returns a time relative to now, by the clock of the queue's server. */
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

  /** Waits until a job is in a state. */
  async until(id: string, state: JobState): Promise<void> {
    await this.eventually(
      async () => (await this.queue.read(id))?.state === state,
      `The job ${id} never became ${state}.`,
    )
  }

  /** Waits until a condition is true. */
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
