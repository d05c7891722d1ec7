/** Something a worker is doing, as the library names it. */
export interface DoingInfo {
  readonly operation: string
  /** Null where it is about no account. */
  readonly accountId: string | null
}

/** One process that publishes. */
export interface WorkerInfo {
  /** 1 for the first; whoever takes over the place of a worker that died has the same. */
  readonly place: number
  /** Null until it runs. */
  readonly pid: number | null
  readonly isReady: boolean
  /** ISO text: since when it runs. */
  readonly since: string
  readonly doing: readonly DoingInfo[]
  /** How many posts it took to their networks. */
  readonly published: number
  /** How many workers at this place have died before. */
  readonly died: number
}

/** A job of the queue, as far as the page shows it. */
export interface JobLine {
  readonly id: string
  /** `PUBLISH`, `PUBLISH_THREAD`, `CHECK_STATE`, `SWEEP`. */
  readonly kind: string
  readonly accountId: string | null
  /** The post it is about; null for a job that is about none. */
  readonly postId: string | null
  /** ISO text: when it is tried next; null for at once. */
  readonly dueAt: string | null
  readonly problem: string | null
}

/** Workers and their queue. */
export interface WorkersInfo {
  readonly workers: readonly WorkerInfo[]
  readonly waiting: readonly JobLine[]
  readonly running: readonly JobLine[]
  readonly needingPerson: readonly JobLine[]
  /** How many are over. */
  readonly ended: number
}
