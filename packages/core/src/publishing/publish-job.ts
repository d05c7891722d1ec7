import type { JournalKey, PostCandidate, PostClaim, Reconciled } from '../contract/index.js'
import type { Deadline } from '../http/time/deadline.js'
import type { JsonObject, Receipt } from '../models/index.js'
import type { ReceiptBook } from './receipt-book.js'

/** Operation and key as the application knows them. */
export type ReportedKey = Pick<JournalKey, 'operation' | 'idempotencyKey'>

/** Options of a query for a lost post. */
export interface ReconcileOptions {
  readonly seconds: number
  readonly signal?: AbortSignal | undefined
  /** Claims one of the posts found for the key. */
  readonly claimPost: (
    candidates: readonly PostCandidate[],
    options: { readonly pick: 'ONLY' | 'FIRST' },
  ) => Promise<PostClaim>
}

/** One operation that creates something visible at the network. */
export interface PublishJob<T> {
  readonly key: JournalKey
  /** Operation and key for error messages, if the application knows others than `key`. */
  readonly reportedAs?: ReportedKey
  /**
   * True if the job publishes with other jobs. It sends no visible request itself, and each job limits its own steps.
   */
  readonly isMadeOfJobs?: boolean
  /** True if the key was just created. No other caller knows it, so nothing is written before the attempt ends. */
  readonly isNewKey?: boolean
  readonly platform: string
  readonly fingerprint: string
  /** Hash over the identity of the files (size, modification time, inode); null if there are none. */
  readonly files: string | null
  /** Limits the whole call and reports its abort. */
  readonly deadline: Deadline
  /** Runs the method of the platform. The book handles the receipt, the checkpoints and the visible request. */
  run(book: ReceiptBook): Promise<T>
  /** Queries the outcome of a request whose response was lost. Missing if impossible. Runs even after an abort. */
  readonly reconcile?: (receipt: Receipt, options: ReconcileOptions) => Promise<Reconciled>
  /** Id of the post at the network that the key owns from now on; null if the operation creates none. */
  postIdOf(result: T): string | null
  toRecord(result: T): JsonObject
  fromRecord(record: JsonObject): T
  /** Converts a post that was found to the result of the operation. Missing if lost posts cannot be queried. */
  fromFound?(found: Extract<Reconciled, { readonly state: 'FOUND' }>['result']): T
}
