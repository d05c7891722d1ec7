import type { JsonObject } from '@social/core/store'

/**
 * Where a job stands:
 * - `WAITING`: for its moment, or for a worker;
 * - `RUNNING`: a worker has it;
 * - `HELD`: nobody runs it until a person decided;
 * - `DONE` and `FAILED`: over, but still known, so that the same job is not taken a second time;
 * - `CANCELLED`: withdrawn by a person, still known, and never run again.
 */
export type JobState = 'WAITING' | 'RUNNING' | 'HELD' | 'DONE' | 'FAILED' | 'CANCELLED'

/** What a list of jobs shows: those in one state, or all that are over. */
export type JobList = 'WAITING' | 'RUNNING' | 'HELD' | 'ENDED'

/** A job to be stored. */
export interface NewJob {
  /** A letter and a hash, at most 64 letters, digits, `-` and `_`: the same job always has the same id. */
  readonly id: string
  /** Which kind of work it is; at most 32 capital letters and `_`. */
  readonly kind: string
  /** What the work needs. It never changes. */
  readonly payload: JsonObject
  /** The moment it may run from, by the clock of the queue's server; null for at once. */
  readonly dueAt: Date | null
  /** Seconds that the job is still known after it was `DONE`, `FAILED` or `CANCELLED`. */
  readonly keepSeconds: number
}

/** A job as the queue keeps it. */
export interface StoredJob {
  readonly id: string
  readonly kind: string
  readonly payload: JsonObject
  readonly state: JobState
  /** What the last try left: how often it was tried, what came of it. `{}` before the first. */
  readonly memo: JsonObject
  /** What the try that is running has told last; null before it told anything, and while none runs. */
  readonly progress: JsonObject | null
  /** The moment it may run from, as far as the queue says it; null for at once. */
  readonly dueAt: Date | null
  readonly addedAt: Date
}

/** What becomes of a job after a try. `memo` replaces the one before. */
export type Verdict =
  | { readonly to: 'DONE' | 'FAILED' | 'HELD'; readonly memo: JsonObject }
  /** Put back, without using up anything: a job may be put back any number of times. */
  | { readonly to: 'WAITING'; readonly afterSeconds: number; readonly memo: JsonObject }

/** What a try is told. */
export interface AttemptContext {
  /** Fires when the job is no longer this worker's, and when the worker is stopped and its time is over. */
  readonly signal: AbortSignal
  /**
   * Shows how far the try is to whoever reads the job, until it ends; the newest replaces the one before. What is told after
   * the job was lost changes nothing. Rejects when the server cannot be told: nothing depends on it.
   */
  readonly tell: (progress: JsonObject) => Promise<void>
}

/** Works on one job. What it throws is a mistake of its own: the job is put back for `RETRY_SECONDS`. */
export type RunJob = (job: StoredJob, context: AttemptContext) => Promise<Verdict>

/** What a worker tells while it works. */
export type WorkerReport =
  /** The clocks of this machine and of the queue's server differ too much: no job is taken until they agree again. */
  | { readonly type: 'CLOCK_OFF'; readonly skewSeconds: number }
  | { readonly type: 'CLOCK_RIGHT' }
  /** The lease on a job was lost, and its signal fired: another worker may run it as well. */
  | { readonly type: 'LEASE_LOST'; readonly id: string }
  /** The server could not be reached, or answered with an error. The worker goes on by itself. */
  | { readonly type: 'TROUBLE'; readonly error: unknown }

/** How a worker works. */
export interface WorkOptions {
  /** How many jobs it runs at once. */
  readonly concurrency: number
  report(report: WorkerReport): void
}

/** One worker of a queue. */
export interface JobWorker {
  /**
   * Takes no more jobs, and waits for those that run. After `withinSeconds` their signals fire and they are put back, or
   * left for another worker to take over. A server that is away does not keep it waiting: what could not be told to it is
   * reported as `TROUBLE`.
   */
  stop(options: { readonly withinSeconds: number }): Promise<void>
}

/** How many jobs stand where. */
export type JobCounts = Readonly<Record<JobList, number>>

/**
 * A queue, as the jobs need it. It runs each job **at least once**: what may happen only once is the publish journal's to
 * decide. A job is never lost once `add` has resolved, as far as the server keeps its word.
 */
export interface JobQueue {
  /**
   * Stores a job. False, and nothing changes, while a job with that id is known: waiting, running, held, done, failed or cancelled.
   * Rejects when the server cannot be reached.
   */
  add(job: NewJob): Promise<boolean>
  /** Starts a worker. Each job is run by one worker at a time, as far as leases go. */
  work(run: RunJob, options: WorkOptions): Promise<JobWorker>
  /** A `HELD` or `FAILED` job waits again, due at once, with this memo. False in any other state. */
  resume(id: string, memo: JsonObject): Promise<boolean>
  /**
   * A `WAITING` or `HELD` job is not run again, and cannot be resumed: it is `CANCELLED` with this memo, and stays known.
   * False in any other state.
   */
  withdraw(id: string, memo: JsonObject): Promise<boolean>
  /** Null for a job that is not known. */
  read(id: string): Promise<StoredJob | null>
  /** Jobs of a list: those that wait in the order of their moments, the others with the newest first. */
  list(
    list: JobList,
    window: { readonly offset: number; readonly limit: number },
  ): Promise<readonly StoredJob[]>
  count(): Promise<JobCounts>
  /** The time by the queue's server. */
  now(): Promise<Date>
  /**
   * Lets go of what the binding opened itself; never of what was handed over. Workers that were not stopped are stopped at
   * once. A server that is away does not keep it waiting: connections that do not end by themselves are cut, with a warning
   * of the process.
   */
  close(): Promise<void>
}

/** Seconds after which a job whose run threw is tried again. */
export const RETRY_SECONDS = 60
