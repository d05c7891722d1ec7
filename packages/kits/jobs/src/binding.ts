import type { JsonObject } from '@social/core/store'

/**
 * State of a job:
 * - `WAITING`: waits until it is due, or for a free worker.
 * - `RUNNING`: a worker runs it.
 * - `HELD`: no worker runs it until a person resumes or cancels it.
 * - `DONE` and `FAILED`: ended. The queue keeps the id, so that the same job is not added twice.
 * - `CANCELLED`: withdrawn by a person. The queue keeps the id and never runs the job again.
 */
export type JobState = 'WAITING' | 'RUNNING' | 'HELD' | 'DONE' | 'FAILED' | 'CANCELLED'

/** Filter of a list of jobs: one state, or all ended jobs. */
export type JobList = 'WAITING' | 'RUNNING' | 'HELD' | 'ENDED'

/** A job to add. */
export interface NewJob {
  /** A letter and a hash, at most 64 letters, digits, `-` and `_`. The same job always has the same id. */
  readonly id: string
  /** Kind of work, at most 32 capital letters and `_`. */
  readonly kind: string
  /** Input of the work. It never changes. */
  readonly payload: JsonObject
  /** Time from which the job may run, by the clock of the queue's server. Null means immediately. */
  readonly dueAt: Date | null
  /** Seconds for which the queue keeps an ended job (`DONE`, `FAILED` or `CANCELLED`). */
  readonly keepSeconds: number
}

/** A job as stored in the queue. */
export interface StoredJob {
  readonly id: string
  readonly kind: string
  readonly payload: JsonObject
  readonly state: JobState
  /** Result of the last attempt, with the number of attempts. `{}` before the first attempt. */
  readonly memo: JsonObject
  /** Last progress reported by the running attempt. Null before the first report and while no attempt runs. */
  readonly progress: JsonObject | null
  /** Time from which the job may run, if the queue reports it. Null means immediately. */
  readonly dueAt: Date | null
  readonly addedAt: Date
}

/** Next state of a job after an attempt. `memo` replaces the previous memo. */
export type Verdict =
  | { readonly to: 'DONE' | 'FAILED' | 'HELD'; readonly memo: JsonObject }
  /** Puts the job back. A job may be put back any number of times: no attempt is counted. */
  | { readonly to: 'WAITING'; readonly afterSeconds: number; readonly memo: JsonObject }

/** Context of one attempt. */
export interface AttemptContext {
  /** Fires when this worker loses the job. Also fires when a stopped worker has not finished the job in time. */
  readonly signal: AbortSignal
  /**
   * Stores the progress of the attempt for readers of the job. The newest progress replaces the previous one. The
   * queue deletes the progress when the attempt ends. A call after the job was lost has no effect. Rejects if the
   * server cannot be reached: a run can ignore this, because the job does not depend on its progress.
   */
  readonly reportProgress: (progress: JsonObject) => Promise<void>
}

/** Runs one job. If the function throws, the queue puts the job back for `RETRY_SECONDS`. */
export type RunJob = (job: StoredJob, context: AttemptContext) => Promise<Verdict>

/** Report of a running worker. */
export type WorkerReport =
  /** The clocks of this machine and of the queue's server differ too much. The worker takes no job until they agree. */
  | { readonly type: 'CLOCK_OFF'; readonly skewSeconds: number }
  | { readonly type: 'CLOCK_RIGHT' }
  /** The lease of a job was lost, and its signal fired. Another worker may run the same job. */
  | { readonly type: 'LEASE_LOST'; readonly id: string }
  /** The server could not be reached, or returned an error. The worker continues. */
  | { readonly type: 'TROUBLE'; readonly error: unknown }

/** Options of a worker. */
export interface WorkOptions {
  /** Maximum number of jobs that run concurrently. */
  readonly concurrency: number
  report(report: WorkerReport): void
}

/** One worker of a queue. */
export interface JobWorker {
  /**
   * Stops taking jobs and waits for the running jobs. After `withinSeconds` the signals of the running jobs fire.
   * These jobs are put back, or left for another worker. An unreachable server does not delay the stop: results that
   * cannot be stored are reported as `TROUBLE`.
   */
  stop(options: { readonly withinSeconds: number }): Promise<void>
}

/** Number of jobs in each list. */
export type JobCounts = Readonly<Record<JobList, number>>

/**
 * A queue of jobs. The queue runs each job **at least once**: the publish journal prevents duplicate posts. A job is
 * never lost once `add` has resolved, as long as the server keeps its data.
 */
export interface JobQueue {
  /**
   * Stores a job. Returns false and changes nothing if the queue has a job with that id in any state.
   * Rejects if the server cannot be reached.
   */
  add(job: NewJob): Promise<boolean>
  /** Starts a worker. One worker at a time runs a job, as long as its lease is valid. */
  work(run: RunJob, options: WorkOptions): Promise<JobWorker>
  /** Makes a `HELD` or `FAILED` job `WAITING` with this memo, due immediately. Returns false in any other state. */
  resume(id: string, memo: JsonObject): Promise<boolean>
  /**
   * Makes a `WAITING` or `HELD` job `CANCELLED` with this memo. A cancelled job cannot be resumed, and the queue
   * keeps its id. Returns false in any other state.
   */
  withdraw(id: string, memo: JsonObject): Promise<boolean>
  /** Reads one job. Returns null for an unknown job. */
  read(id: string): Promise<StoredJob | null>
  /** Jobs of a list. Waiting jobs are sorted by their due time, all others from newest to oldest. */
  list(
    list: JobList,
    window: { readonly offset: number; readonly limit: number },
  ): Promise<readonly StoredJob[]>
  count(): Promise<JobCounts>
  /** Current time of the queue's server. */
  now(): Promise<Date>
  /**
   * Closes everything that the binding opened, and nothing that was passed to it. Stops the workers that still run. An
   * unreachable server does not delay it: connections that do not end in time are cut, with a process warning.
   */
  close(): Promise<void>
}

/** Seconds after which a job whose run threw is retried. */
export const RETRY_SECONDS = 60
