import type { TraceStep } from '../../shared/trouble.js'
import type { Addresses } from '../emulated/addresses.js'

/** Settings of the queue that the studio and all workers share. */
export interface QueueSetup {
  readonly redisUrl: string
  /** Name of the queue. Each data folder has its own queue. */
  readonly name: string
  /** True accepts a Redis without an append-only file, which can lose jobs. For tests only. */
  readonly acceptLoss: boolean
  /**
   * Seconds until a job without renewal is given to another worker. Default: the default of
   * `@social/bullmq`.
   */
  readonly leaseSeconds?: number | undefined
}

/**
 * Settings of a worker, sent as a message. The settings contain URLs with passwords, which must
 * not appear in a command line.
 */
export interface WorkerSetup {
  readonly queue: QueueSetup
  readonly postgresUrl: string
  readonly schema: string
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
  | { readonly type: 'RENEWED'; readonly accountId: string }
