import type { ProgressInfo } from '../../shared/posts.js'
import type { TraceStep } from '../../shared/trouble.js'
import type { Addresses } from '../emulated/addresses.js'

/** Settings of the queue that the studio and all workers share. */
export interface QueueSetup {
  /** URL of Redis. Null: the jobs are in `file`, and all processes run on this machine. */
  readonly redisUrl: string | null
  /** Path of the SQLite file with the jobs. */
  readonly file: string
  /** Name of the queue. Each data folder has its own queue. */
  readonly name: string
  /** True accepts a Redis without an append-only file, which can lose jobs. For tests only. */
  readonly acceptLoss: boolean
  /**
   * Seconds until a job without renewal is given to another worker. Default: the default of the
   * queue.
   */
  readonly leaseSeconds?: number | undefined
}

/**
 * Settings of a worker, sent as a message. The settings contain URLs with passwords, which must
 * not appear in a command line.
 */
export interface WorkerSetup {
  readonly queue: QueueSetup
  /** Null: the stores are in the SQLite file of `dataFolder`. */
  readonly postgresUrl: string | null
  readonly dataFolder: string
  readonly addresses: Addresses
  /** Origin of the studio's page. Networks also download files from this origin. */
  readonly origin: string
}

/** Message from a worker to the studio. */
export type WorkerMessage =
  | { readonly type: 'READY' }
  /** Operation of the library in the worker. Sent when the operation starts and when it ends. */
  | { readonly type: 'STEP'; readonly step: TraceStep }
  /** Sent when the state of a job changed. */
  | { readonly type: 'NEWS'; readonly isPublished: boolean }
  /** Upload progress of a post. */
  | { readonly type: 'PROGRESS'; readonly progress: ProgressInfo }
  | { readonly type: 'RENEWED'; readonly accountId: string }
