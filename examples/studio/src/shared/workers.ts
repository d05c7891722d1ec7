/** Operation in progress of a worker, as named by the library. */
export interface DoingInfo {
  readonly operation: string
  /** Null if the operation has no account. */
  readonly accountId: string | null
}

/** A process that publishes. */
export interface WorkerInfo {
  /** Number of the worker, from 1. The replacement of a dead worker has the same number. */
  readonly place: number
  /** Null until the process runs. */
  readonly pid: number | null
  readonly isReady: boolean
  /** ISO text: start time. */
  readonly since: string
  readonly doing: readonly DoingInfo[]
  /** Number of posts the worker published. */
  readonly published: number
  /** Number of dead workers that this worker and its predecessors replaced. */
  readonly died: number
}

/** A job of the queue, as shown on the page. */
export interface JobLine {
  readonly id: string
  /** `PUBLISH`, `PUBLISH_THREAD`, `CHECK_STATE`, `SWEEP`. */
  readonly kind: string
  readonly accountId: string | null
  /** Post of the job. Null for a job without a post. */
  readonly postId: string | null
  /** ISO text: time of the next attempt. Null for immediately. */
  readonly dueAt: string | null
  readonly problem: string | null
}

/** Workers and their queue. */
export interface WorkersInfo {
  readonly workers: readonly WorkerInfo[]
  readonly waiting: readonly JobLine[]
  readonly running: readonly JobLine[]
  readonly needingPerson: readonly JobLine[]
  /** Number of completed jobs. */
  readonly ended: number
}
