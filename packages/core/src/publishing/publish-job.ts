import type { JournalKey, PostCandidate, PostClaim, Reconciled } from '../contract/index.js'
import type { Deadline } from '../http/time/deadline.js'
import type { JsonObject, Receipt } from '../models/index.js'
import type { ReceiptBook } from './receipt-book.js'

/** A name and a key that the application knows. */
export type ReportedKey = Pick<JournalKey, 'operation' | 'idempotencyKey'>

/** What a query for a lost post is given. */
export interface ReconcileOptions {
  readonly seconds: number
  readonly signal?: AbortSignal | undefined
  /** Gives one of the posts that were found to the key. */
  readonly claimPost: (
    candidates: readonly PostCandidate[],
    options: { readonly pick: 'ONLY' | 'FIRST' },
  ) => Promise<PostClaim>
}

/** One operation that makes something people can see. */
export interface PublishJob<T> {
  readonly key: JournalKey
  /** How errors name it, where the application knows it by another name and key. */
  readonly reportedAs?: ReportedKey
  /** True for what publishes by way of other jobs: no visible request is its own, and each of those bounds its own steps. */
  readonly isMadeOfJobs?: boolean
  /** True when the key was made just now: nobody can ask for it before this try ends, so nothing is written until then. */
  readonly isNewKey?: boolean
  readonly platform: string
  readonly fingerprint: string
  /** Identity of the files (size, time of change, inode), as one hash; null where there are none. */
  readonly files: string | null
  /** Bounds the call as a whole, and tells of its abort. */
  readonly deadline: Deadline
  /** Runs the platform's method; the book carries receipt, checkpoints and the visible request. */
  run(book: ReceiptBook): Promise<T>
  /** Looks for what a lost reply may have made; left out where that is impossible. Runs even after an abort. */
  readonly reconcile?: (receipt: Receipt, options: ReconcileOptions) => Promise<Reconciled>
  /** Id of the post at the network that belongs to the key from now on; null where the operation makes none. */
  postIdOf(result: T): string | null
  toRecord(result: T): JsonObject
  fromRecord(record: JsonObject): T
  /** Turns what was looked up into what the operation answers; left out where nothing can be looked up. */
  fromFound?(found: Extract<Reconciled, { readonly state: 'FOUND' }>['result']): T
}
