import type { TraceStep } from '../../shared/trouble.js'
import type { Addresses } from '../emulated/addresses.js'

/** The queue that all processes share. */
export interface QueueSetup {
  readonly redisUrl: string
  /** Name of the queue: each folder has its own. */
  readonly name: string
  /** True = a Redis without an append-only file is good enough: for tests. */
  readonly acceptLoss: boolean
  /** Seconds after which a worker that died loses its jobs; as `@social/bullmq` has it unless given. */
  readonly leaseSeconds?: number | undefined
}

/** What a worker is told when it starts. Addresses of servers hold passwords: they are told, and stand in no command line. */
export interface WorkerSetup {
  readonly queue: QueueSetup
  readonly postgresUrl: string
  readonly schema: string
  readonly addresses: Addresses
  /** Where the studio's pages are, and the files that some networks fetch. */
  readonly origin: string
}

/** What a worker tells the studio. */
export type WorkerMessage =
  | { readonly type: 'READY' }
  /** A step of the library in there, and again when it has ended. */
  | { readonly type: 'STEP'; readonly step: TraceStep }
  /** Something became of a job. */
  | { readonly type: 'NEWS'; readonly isPublished: boolean }
  | { readonly type: 'RENEWED'; readonly accountId: string }
