import type { Clock, Reconciled } from '../contract/index.js'
import { RateLimitError } from '../errors/index.js'
import { messageOf } from '../errors/message-of.js'
import type { Receipt } from '../models/index.js'
import type { JournalDeadline } from './journal-deadline.js'
import { passThroughWhileOpen, makeOutcomeUnknownError } from './publish-errors.js'
import type { PublishJob, ReconcileOptions } from './publish-job.js'
import type { ReceiptBook } from './receipt-book.js'

/**
 * Minimum seconds for a query for a lost post, even when the call has no time left: one request
 * and one retry. Our choice.
 */
const MIN_QUERY_SECONDS = 10

/**
 * Seconds after which a failed query may be repeated, if the network requested no wait. Our
 * choice.
 */
const QUERY_AGAIN_SECONDS = 30

/** Outcome of an attempt: a result, or the error for the caller. */
export type Outcome<T> = { readonly result: T } | { readonly error: unknown }

/** Passes a message to the operator. */
export type Warn = (message: string) => void

/**
 * Evaluates the receipt of an earlier attempt. Either resumes from the receipt, or restarts
 * because the preparation has expired, or queries the outcome of a visible request.
 *
 * @returns Null if the platform has to publish, starting from the current receipt of the book.
 */
export async function resumeFromReceipt<T>(
  job: PublishJob<T>,
  book: ReceiptBook,
  receipt: Receipt,
  warn: Warn,
): Promise<Outcome<T> | null> {
  const hasChanged = typeof receipt.files === 'string' && receipt.files !== job.files
  try {
    if (receipt.step !== 'FINISH') {
      const hasRunOut = receipt.repeatableUntil !== null && !book.isRepeatable(receipt)
      if (hasRunOut || hasChanged) await book.startAfresh()
      return null
    }
    if (book.isRepeatable(receipt)) return null
    const { signal, remainingSeconds: seconds } = job.deadline
    const found = await queryOutcome(job, book, receipt, { signal, seconds, warn })
    if (found === null && hasChanged) await book.startAfresh()
    return found
  } catch (error) {
    return { error }
  }
}

/**
 * Determines the outcome of a failed attempt. Returns the attempt's own error if nothing can have
 * been published, otherwise the result of a query. Never rejects.
 */
export async function recoverFromFailure<T>(
  job: PublishJob<T>,
  book: ReceiptBook,
  error: unknown,
  {
    journalDeadline,
    clock,
    warn,
  }: { readonly journalDeadline: JournalDeadline; readonly clock: Clock; readonly warn: Warn },
): Promise<Outcome<T>> {
  book.stopSending()
  const cleanUp = journalDeadline.startCleanUp(clock, job.platform)
  // Waits for the aborted attempt, which ends soon and may prove that nothing was sent.
  if (book.isSending) await cleanUp.race(book.attemptEnded()).catch(() => {})
  const { receipt, isOpen } = book
  if (!isOpen || receipt === null) return { error }
  // The caller aborted before this call sent anything, so the outcome of the earlier attempt stays
  // unknown.
  if (!book.wasSentHere && job.deadline.aborted) return { error }
  const seconds = Math.max(MIN_QUERY_SECONDS, job.deadline.remainingSeconds)
  // The query claims posts in the journal, so these journal calls get the time limit of the query.
  journalDeadline.startCleanUp(clock, job.platform, seconds)
  return (await queryAfterLoss(job, book, receipt, { seconds, cause: error, warn })) ?? { error }
}

/**
 * Queries the outcome of a visible request that may have taken effect.
 * @returns Null if the request had no effect.
 */
async function queryAfterLoss<T>(
  job: PublishJob<T>,
  book: ReceiptBook,
  receipt: Receipt,
  options: QueryOptions,
): Promise<Outcome<T> | null> {
  const { warn } = options
  try {
    return await queryOutcome(job, book, receipt, options)
  } catch (failure) {
    warn(`The publish journal failed while withdrawing a receipt: ${messageOf(failure)}`)
    return null
  }
}

/** Options of a query for the outcome of a visible request. */
interface QueryOptions {
  readonly seconds: number
  readonly signal?: AbortSignal
  /** Error of this call's attempt. Missing if the query is about an earlier call's attempt. */
  readonly cause?: unknown
  readonly warn: Warn
}

/**
 * Queries with the platform's `reconcile` whether the post was published.
 *
 * @returns Null if the post certainly was not published. Rejects only if the journal rejects.
 */
async function queryOutcome<T>(
  job: PublishJob<T>,
  book: ReceiptBook,
  receipt: Receipt,
  options: QueryOptions,
): Promise<Outcome<T> | null> {
  const { cause, warn } = options
  let reconciled: Reconciled = { state: 'UNKNOWN' }
  let failure: unknown = null
  try {
    const claimPost: ReconcileOptions['claimPost'] = (...given) => book.claimPost(...given)
    if (job.reconcile) reconciled = await job.reconcile(receipt, { ...options, claimPost })
    if (reconciled.state === 'FOUND' && job.fromFound) return { result: job.fromFound(reconciled.result) }
  } catch (error) {
    failure = error
    warn(`The query for a lost post failed: ${messageOf(error)}`)
  }
  if (reconciled.state === 'NOT_PUBLISHED') {
    await book.notPublished()
    return null
  }
  const repeatable = book.isRepeatable(receipt)
  // A failed query proves nothing about the post, so it always reports a time for a retry. Only a
  // successful query may ask a person to check.
  const reported = reconciled.state === 'UNKNOWN' ? (reconciled.retryAfter ?? null) : null
  const retryAfter = failure === null ? reported : secondsAfterFailedQuery(failure)
  const open = { job, receipt, repeatable, retryAfter }
  // A rate limit or a refused token is reported unchanged only if this call has sent no visible
  // request. Otherwise the unknown outcome is reported.
  const last = cause === undefined ? failure : cause
  const passed = book.wasSentHere ? null : passThroughWhileOpen(last, job)
  return { error: passed ?? makeOutcomeUnknownError({ ...open, cause: last }) }
}

/**
 * Returns the seconds until the next query: the time that the network requested, or our default.
 */
function secondsAfterFailedQuery(failure: unknown): number {
  const requested = RateLimitError.is(failure) ? failure.retryAfter : null
  return requested !== null && Number.isFinite(requested)
    ? Math.max(requested, QUERY_AGAIN_SECONDS)
    : QUERY_AGAIN_SECONDS
}
