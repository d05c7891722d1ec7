/** Operation that a worker is running, as named by the library. */
export interface DoingInfo {
  readonly operation: string
  /** Account of the operation. Null if the operation has no account. */
  readonly accountId: string | null
}

/** State of a worker process. */
export interface WorkerInfo {
  /** Number of the worker, from 1. The process that replaces a dead worker gets the same number. */
  readonly place: number
  /** Process id. Null until the process runs. */
  readonly pid: number | null
  readonly isReady: boolean
  /** Start time of the process as ISO text. */
  readonly since: string
  readonly doing: readonly DoingInfo[]
  /** Number of posts that the worker published. */
  readonly published: number
  /** Number of processes with this worker number that died and were replaced. */
  readonly died: number
}

/** A job of the queue, as shown on the page. */
export interface JobLine {
  readonly id: string
  /** Kind of the job: `PUBLISH`, `PUBLISH_THREAD` or `SWEEP`. */
  readonly kind: string
  readonly accountId: string | null
  /** Post that the job publishes. Null for a job without a post. */
  readonly postId: string | null
  /** Time of the next attempt as ISO text. Null if the next attempt is immediate. */
  readonly dueAt: string | null
  readonly problem: string | null
}

/** State of the workers and of their queue. */
export interface WorkersInfo {
  readonly workers: readonly WorkerInfo[]
  readonly waiting: readonly JobLine[]
  readonly running: readonly JobLine[]
  readonly needingPerson: readonly JobLine[]
  /** Number of completed jobs. */
  readonly ended: number
}
