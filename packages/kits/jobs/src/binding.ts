import type { JsonObject } from '@social/core/store'

/**
 * State of a job:
 * - `WAITING`: the job waits for its due time or for a free worker.
 * - `RUNNING`: a worker runs the job.
 * - `HELD`: no worker runs the job until a person resumes or cancels the job.
 * - `DONE` and `FAILED`: the job has ended. The queue keeps the id, so that the same job is not added twice.
 * - `CANCELLED`: a person cancelled the job. The queue keeps the id and never runs the job again.
 */
export type JobState = 'WAITING' | 'RUNNING' | 'HELD' | 'DONE' | 'FAILED' | 'CANCELLED'

/**
 * Names of the lists of jobs. `ENDED` contains all jobs that are `DONE`, `FAILED` or `CANCELLED`.
 */
export type JobList = 'WAITING' | 'RUNNING' | 'HELD' | 'ENDED'

/** A job to add. */
export interface NewJob {
  /**
   * Job id: a letter and a hash, at most 64 letters, digits, `-` and `_`. Adding the same job
   * again produces the same id.
   */
  readonly id: string
  /** Kind of job, such as `PUBLISH`. At most 32 capital letters and `_`. */
  readonly kind: string
  /** Input of the job. The payload never changes. */
  readonly payload: JsonObject
  /**
   * Earliest time at which the job may run, by the clock of the queue's server. Null: the job may
   * run immediately.
   */
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
  /**
   * State that the last attempt stored, such as the number of failed attempts. `{}` before the
   * first attempt.
   */
  readonly memo: JsonObject
  /**
   * Latest progress report of the running attempt. Null before the first report, and when no
   * attempt runs.
   */
  readonly progress: JsonObject | null
  /**
   * Earliest time at which the job may run. Null: immediately, or the queue does not report the
   * time.
   */
  readonly dueAt: Date | null
  readonly addedAt: Date
}

/**
 * Next state of a job after an attempt, as decided by the worker. `memo` replaces the job's
 * previous memo.
 */
export type Verdict =
  | { readonly to: 'DONE' | 'FAILED' | 'HELD'; readonly memo: JsonObject }
  /**
   * Makes the job wait for another attempt after `afterSeconds`. The number of attempts is not
   * limited.
   */
  | { readonly to: 'WAITING'; readonly afterSeconds: number; readonly memo: JsonObject }

/** Functions and signal that a worker passes to each attempt. */
export interface AttemptContext {
  /**
   * Aborted when the worker loses the lease of the job, or when a stopped worker exceeds
   * `withinSeconds`.
   */
  readonly signal: AbortSignal
  /**
   * Stores the progress of the attempt, so that other processes can read it. A new progress
   * replaces the previous one, and the end of the attempt deletes the progress. Has no effect
   * after the job was lost. Rejects if the queue's server cannot be reached. Callers can ignore
   * this error, because a job does not depend on its progress.
   */
  readonly reportProgress: (progress: JsonObject) => Promise<void>
}

/**
 * Runs one attempt of a job. If this function rejects, the queue retries the job after
 * `RETRY_SECONDS`.
 */
export type RunJob = (job: StoredJob, context: AttemptContext) => Promise<Verdict>

/** A problem that a running worker reports. */
export type WorkerReport =
  /**
   * The clocks of this machine and of the queue's server differ too much. The worker takes no jobs
   * while the clocks differ.
   */
  | { readonly type: 'CLOCK_OFF'; readonly skewSeconds: number }
  | { readonly type: 'CLOCK_RIGHT' }
  /**
   * The worker lost the lease of a job and aborted the attempt. Another worker may already run the
   * same job.
   */
  | { readonly type: 'LEASE_LOST'; readonly id: string }
  /** The queue's server could not be reached, or returned an error. The worker continues. */
  | { readonly type: 'TROUBLE'; readonly error: unknown }

/** Options of `JobQueue.work`. */
export interface WorkOptions {
  /** Maximum number of jobs that run concurrently. */
  readonly concurrency: number
  report(report: WorkerReport): void
}

/** A running worker of a queue. */
export interface JobWorker {
  /**
   * Stops taking jobs, and waits for the running jobs. After `withinSeconds`, aborts the running
   * jobs: they wait again, or another worker takes them after their lease. An unreachable server
   * does not delay the stop. Results that cannot be stored are reported as `TROUBLE`.
   */
  stop(options: { readonly withinSeconds: number }): Promise<void>
}

/** Number of jobs in each list. */
export type JobCounts = Readonly<Record<JobList, number>>

/**
 * A queue that stores jobs and runs each job **at least once**. The publish journal prevents
 * duplicate posts when a job runs twice. After `add` has resolved, a job is not lost as long as
 * the server keeps its data.
 */
export interface JobQueue {
  /**
   * Stores a job. Returns false if the queue already contains a job with the same id, in any
   * state. The stored job then does not change. Rejects if the queue's server cannot be reached.
   */
  add(job: NewJob): Promise<boolean>
  /**
   * Starts a worker that calls `run` for each job. A valid lease guarantees that only one worker
   * runs a job.
   */
  work(run: RunJob, options: WorkOptions): Promise<JobWorker>
  /**
   * Makes a `HELD` or `FAILED` job `WAITING`, due immediately, and replaces its memo. Returns
   * false if the job is in any other state.
   */
  resume(id: string, memo: JsonObject): Promise<boolean>
  /**
   * Makes a `WAITING` or `HELD` job `CANCELLED`, and replaces its memo. A cancelled job can never
   * be resumed, and the queue keeps its id. Returns false if the job is in any other state.
   */
  withdraw(id: string, memo: JsonObject): Promise<boolean>
  /** Reads a job by its id. Returns null for an unknown id. */
  read(id: string): Promise<StoredJob | null>
  /**
   * Lists jobs. Waiting jobs are sorted by their due time. All other jobs are sorted from newest
   * to oldest.
   */
  list(
    list: JobList,
    window: { readonly offset: number; readonly limit: number },
  ): Promise<readonly StoredJob[]>
  count(): Promise<JobCounts>
  /** Returns the current time of the queue's server. */
  now(): Promise<Date>
  /**
   * Stops all running workers, and closes the connections that the queue opened itself.
   * Connections that the application passed stay open. An unreachable server does not delay the
   * close: connections that do not close in time are cut, with a process warning.
   */
  close(): Promise<void>
}

/** Seconds until the next attempt of a job whose `run` function rejected. */
export const RETRY_SECONDS = 60
