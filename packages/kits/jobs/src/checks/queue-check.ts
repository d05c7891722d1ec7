import { strict as assert } from 'node:assert'
import { setTimeout as sleep } from 'node:timers/promises'

import type { JobQueue, JobState, JobWorker, NewJob, RunJob, WorkerReport } from '../binding.js'

/** One check, bound to a queue: give it to any test runner, or run it by itself. It fails by rejecting. */
export interface JobQueueCheck {
  /** A sentence about what a queue does. */
  readonly name: string
  readonly run: () => Promise<void>
}

/** What the checks have to be told about a queue. */
export interface JobQueueHooks {
  /** Makes an empty queue; each check gets one of its own. */
  make(): JobQueue | Promise<JobQueue>
  /** Another handle on the same queue, as another process has it; the same one unless given. */
  readonly another?: ((queue: JobQueue) => JobQueue | Promise<JobQueue>) | undefined
  /** Puts away what `make` and `another` made, whatever came of the check. */
  readonly cleanUp?: ((queue: JobQueue) => void | Promise<void>) | undefined
  /** Seconds in which everything a check waits for has to happen; 20 unless given. */
  readonly patienceSeconds?: number | undefined
}

/** One check before it is bound to a queue. */
export type CheckDefinition = readonly [name: string, run: (bench: QueueBench) => Promise<void>]

export const FIRST_QUERY = { offset: 0, limit: 100 } as const

export const byText = (one: string, other: string): number => (one < other ? -1 : 1)

/** What a check is patient for unless told otherwise: servers of a busy machine take their time. */
const PATIENCE_SECONDS = 20

/** A queue under examination. */
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

  /** A job that is not there yet. */
  job(changes: Partial<NewJob> = {}): NewJob {
    this.#made += 1
    const id = `t${this.#made}-aB_3${'x'.repeat(40)}`
    return { id, kind: 'TEST', payload: { count: this.#made }, dueAt: null, keepSeconds: 3_600, ...changes }
  }

  /** What a run may wait for. It opens at the end by itself: a failed check leaves no run behind. */
  gate(): PromiseWithResolvers<undefined> {
    const gate = Promise.withResolvers<undefined>()
    this.#gates.push(gate)
    return gate
  }

  /** A moment by the queue's server. */
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

  /** Waits until something is true. */
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
