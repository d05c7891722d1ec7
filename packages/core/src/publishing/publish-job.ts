import type { JournalKey, PostCandidate, PostClaim, Reconciled } from '../contract/index.js'
import type { Deadline } from '../http/time/deadline.js'
import type { JsonObject, Receipt } from '../models/index.js'
import type { ReceiptBook } from './receipt-book.js'

/** Operation and idempotency key under which the application knows a publish. */
export type ReportedKey = Pick<JournalKey, 'operation' | 'idempotencyKey'>

/** Options of a query for a post whose response was lost. */
export interface ReconcileOptions {
  readonly seconds: number
  readonly signal?: AbortSignal | undefined
  /** Claims one of the posts found for the idempotency key. */
  readonly claimPost: (
    candidates: readonly PostCandidate[],
    options: { readonly pick: 'ONLY' | 'FIRST' },
  ) => Promise<PostClaim>
}

/** One operation that creates something visible at the network. */
export interface PublishJob<T> {
  readonly key: JournalKey
  /** Operation and key for error messages, if they differ from those of `key`. */
  readonly reportedAs?: ReportedKey
  /**
   * True if the job only runs other jobs. The outer job sends no visible request itself, and each inner job has its
   * own time limits.
   */
  readonly isMadeOfJobs?: boolean
  /**
   * True if the key was just created. No other caller knows the key, so the journal is not written
   * before the attempt ends.
   */
  readonly isNewKey?: boolean
  readonly platform: string
  readonly fingerprint: string
  /**
   * Hash of the identity of the files (size, modification time, inode). Null if there are no
   * files.
   */
  readonly files: string | null
  /** Time limit of the whole call. Also reports when the caller aborts. */
  readonly deadline: Deadline
  /**
   * Runs the platform's method. The book stores the receipt and the checkpoints, and tracks the
   * visible request.
   */
  run(book: ReceiptBook): Promise<T>
  /**
   * Queries the outcome of a request whose response was lost. Runs even after the call was
   * aborted. Missing if the platform cannot query.
   */
  readonly reconcile?: (receipt: Receipt, options: ReconcileOptions) => Promise<Reconciled>
  /**
   * Returns the id of the created post, which the key owns from then on. Returns null if the
   * operation creates no post.
   */
  postIdOf(result: T): string | null
  toRecord(result: T): JsonObject
  fromRecord(record: JsonObject): T
  /**
   * Converts a post that a query found to the result of the operation. Missing if the platform
   * cannot query.
   */
  fromFound?(found: Extract<Reconciled, { readonly state: 'FOUND' }>['result']): T
}
