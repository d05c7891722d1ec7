import type { TraceStep } from '../../shared/trouble.js'
import type { Addresses } from '../emulated/addresses.js'

/** The queue that all processes share. */
export interface QueueSetup {
  readonly redisUrl: string
  /** Name of the queue. Each data folder has its own. */
  readonly name: string
  /** True accepts a Redis without an append-only file, for tests. */
  readonly acceptLoss: boolean
  /**
   * Lease of a job in seconds. Another worker takes a job whose lease expired. Default: the default of
   * `@social/bullmq`.
   */
  readonly leaseSeconds?: number | undefined
}

/** Settings of a worker, sent as a message. URLs can contain passwords, so they must not be in a command line. */
export interface WorkerSetup {
  readonly queue: QueueSetup
  readonly postgresUrl: string
  readonly schema: string
  readonly addresses: Addresses
  /** Origin of the studio's pages and of the files that networks download. */
  readonly origin: string
}

/** Message of a worker to the studio. */
export type WorkerMessage =
  | { readonly type: 'READY' }
  /** Library step of the worker. Sent at the start and at the end of the step. */
  | { readonly type: 'STEP'; readonly step: TraceStep }
  /** The state of a job changed. */
  | { readonly type: 'NEWS'; readonly isPublished: boolean }
  | { readonly type: 'RENEWED'; readonly accountId: string }
