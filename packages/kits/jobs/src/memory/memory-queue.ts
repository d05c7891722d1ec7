import { type Clock, type JsonObject, refuseUnknownNames, systemClock } from '@social/core/store'

import type {
  JobCounts,
  JobList,
  JobQueue,
  JobState,
  JobWorker,
  NewJob,
  RunJob,
  StoredJob,
  Verdict,
  WorkOptions,
} from '../binding.js'
import { MemoryWorker } from './memory-worker.js'
import { queueArguments } from './queue-arguments.js'

interface Entry {
  readonly job: NewJob
  readonly addedAt: Date
  readonly order: number
  state: JobState
  memo: JsonObject
  /** Latest progress report of the running attempt. */
  progress: JsonObject | null
  dueAt: Date | null
  /** Time in milliseconds at which the ended job is deleted. Null before the end of the job. */
  forgetAt: number | null
}

const LISTS: Readonly<Record<JobState, JobList>> = {
  WAITING: 'WAITING',
  RUNNING: 'RUNNING',
  HELD: 'HELD',
  DONE: 'ENDED',
  FAILED: 'ENDED',
  CANCELLED: 'ENDED',
}

const momentOf = ({ dueAt }: Entry): number => dueAt?.getTime() ?? 0

/**
 * Queue that stores its jobs in memory, for tests and experiments. All jobs are lost when the
 * process ends.
 */
export class InMemoryJobQueue implements JobQueue {
  readonly #clock: Clock
  readonly #entries = new Map<string, Entry>()
  readonly #workers = new Set<MemoryWorker>()
  #added = 0

  /** @param options - `clock`: a clock for tests. Default: the system clock. */
  constructor(options: { readonly clock?: Clock | undefined } = {}) {
    refuseUnknownNames(options, ['clock'], 'InMemoryJobQueue')
    this.#clock = options.clock ?? systemClock
  }

  async add(job: NewJob): Promise<boolean> {
    queueArguments.add(job)
    this.#forget()
    if (this.#entries.has(job.id)) return false
    this.#added += 1
    this.#entries.set(job.id, {
      // Copies the payload, so that later changes by the caller do not change the stored job.
      job: { ...job, payload: structuredClone(job.payload) },
      addedAt: this.#clock.now(),
      order: this.#added,
      state: 'WAITING',
      memo: {},
      progress: null,
      dueAt: job.dueAt,
      forgetAt: null,
    })
    this.#wake()
    return true
  }

  async work(run: RunJob, options: WorkOptions): Promise<JobWorker> {
    queueArguments.work(run, options)
    const worker = new MemoryWorker({
      clock: this.#clock,
      run,
      options,
      take: () => this.#take(),
      nextAt: () => this.#nextAt(),
      reportProgress: (id, progress) => this.#reportProgress(id, progress),
      conclude: (id, verdict) => this.#conclude(id, verdict),
      left: () => this.#workers.delete(worker),
    })
    this.#workers.add(worker)
    worker.wake()
    return worker
  }

  async resume(id: string, memo: JsonObject): Promise<boolean> {
    queueArguments.resume(id, memo)
    const entry = this.#entries.get(id)
    if (entry === undefined || (entry.state !== 'HELD' && entry.state !== 'FAILED')) return false
    Object.assign(entry, { state: 'WAITING', memo, dueAt: null, forgetAt: null } satisfies Partial<Entry>)
    this.#wake()
    return true
  }

  async withdraw(id: string, memo: JsonObject): Promise<boolean> {
    queueArguments.withdraw(id, memo)
    const entry = this.#entries.get(id)
    if (entry === undefined || (entry.state !== 'HELD' && entry.state !== 'WAITING')) return false
    this.#end(entry, 'CANCELLED', memo)
    return true
  }

  async read(id: string): Promise<StoredJob | null> {
    queueArguments.read(id)
    this.#forget()
    const entry = this.#entries.get(id)
    return entry === undefined ? null : toStored(entry)
  }

  async list(
    list: JobList,
    window: { readonly offset: number; readonly limit: number },
  ): Promise<readonly StoredJob[]> {
    queueArguments.list(list, window)
    const { offset, limit } = window
    this.#forget()
    const found = [...this.#entries.values()].filter(({ state }) => LISTS[state] === list)
    const sorted =
      list === 'WAITING'
        ? found.toSorted((one, other) => momentOf(one) - momentOf(other) || one.order - other.order)
        : found.toSorted((one, other) => other.order - one.order)
    return sorted.slice(offset, offset + limit).map(toStored)
  }

  async count(): Promise<JobCounts> {
    this.#forget()
    const counts = { WAITING: 0, RUNNING: 0, HELD: 0, ENDED: 0 }
    for (const { state } of this.#entries.values()) counts[LISTS[state]] += 1
    return counts
  }

  async now(): Promise<Date> {
    return this.#clock.now()
  }

  async close(): Promise<void> {
    await Promise.all([...this.#workers].map((worker) => worker.stop({ withinSeconds: 0 })))
  }

  #wake(): void {
    for (const worker of this.#workers) worker.wake()
  }

  /**
   * Returns the due job with the earliest due time, and marks the job as running. Returns null if
   * no job is due.
   */
  #take(): StoredJob | null {
    const now = this.#clock.now().getTime()
    let first: Entry | null = null
    for (const entry of this.#entries.values())
      if (
        entry.state === 'WAITING' &&
        momentOf(entry) <= now &&
        (first === null || momentOf(entry) < momentOf(first))
      )
        first = entry
    if (first === null) return null
    Object.assign(first, { state: 'RUNNING', progress: null } satisfies Partial<Entry>)
    return toStored(first)
  }

  /** Returns the due time of the next waiting job in milliseconds. Returns null if no job waits. */
  #nextAt(): number | null {
    let next: number | null = null
    for (const entry of this.#entries.values())
      if (entry.state === 'WAITING' && (next === null || momentOf(entry) < next)) next = momentOf(entry)
    return next
  }

  #reportProgress(id: string, progress: JsonObject): void {
    const entry = this.#entries.get(id)
    if (entry?.state === 'RUNNING') entry.progress = structuredClone(progress)
  }

  #conclude(id: string, verdict: Verdict): void {
    const entry = this.#entries.get(id)
    if (entry === undefined) return
    if (verdict.to === 'WAITING') {
      const dueAt = new Date(this.#clock.now().getTime() + verdict.afterSeconds * 1000)
      Object.assign(entry, { state: 'WAITING', memo: verdict.memo, dueAt } satisfies Partial<Entry>)
      this.#wake()
    } else if (verdict.to === 'HELD')
      Object.assign(entry, { state: 'HELD', memo: verdict.memo } satisfies Partial<Entry>)
    else this.#end(entry, verdict.to, verdict.memo)
  }

  #end(entry: Entry, state: 'DONE' | 'FAILED' | 'CANCELLED', memo: JsonObject): void {
    const forgetAt = this.#clock.now().getTime() + entry.job.keepSeconds * 1000
    Object.assign(entry, { state, memo, forgetAt } satisfies Partial<Entry>)
  }

  #forget(): void {
    const now = this.#clock.now().getTime()
    for (const [id, { forgetAt }] of this.#entries)
      if (forgetAt !== null && forgetAt <= now) this.#entries.delete(id)
  }
}

function toStored({ job, state, memo, progress, dueAt, addedAt }: Entry): StoredJob {
  const { id, kind, payload } = job
  const shown = state === 'RUNNING' ? progress : null
  return { id, kind, payload: structuredClone(payload), state, memo, progress: shown, dueAt, addedAt }
}
