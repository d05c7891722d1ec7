import type { Clock, Reconciled } from '../contract/index.js'
import { RateLimitError } from '../errors/index.js'
import { messageOf } from '../errors/message-of.js'
import type { Receipt } from '../models/index.js'
import type { JournalDeadline } from './journal-deadline.js'
import { passThroughWhileOpen, makeOutcomeUnknownError } from './publish-errors.js'
import type { PublishJob, ReconcileOptions } from './publish-job.js'
import type { ReceiptBook } from './receipt-book.js'

/** Seconds for looking a post up when the call itself has no time left: one request and its repeat. Our choice. */
const MIN_LOOK_UP_SECONDS = 10

/** Seconds after which a query that failed is worth repeating, where the failure does not say. Our choice. */
const QUERY_AGAIN_SECONDS = 30

/** How a try ended: with a result, or with what the caller is told. */
export type Outcome<T> = { readonly result: T } | { readonly error: unknown }

/** Tells the operator what nobody else hears. */
export type Warn = (message: string) => void

/**
 * Decides what the receipt of an earlier try means: go on from it, start afresh because what was prepared has run out, or
 * look up what became of a visible request.
 *
 * @returns Null when the platform is to be asked to publish, from the receipt that the book holds now.
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
    const found = await lookUp(job, book, receipt, { signal, seconds, warn })
    if (found === null && hasChanged) await book.startAfresh()
    return found
  } catch (error) {
    return { error }
  }
}

/**
 * Decides what a try that failed came to: its own error where nothing can have come out, otherwise what a look-up finds.
 * Never rejects.
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
  // An attempt that hears of the abort ends at once, and may turn out not to have been sent.
  if (book.isSending) await cleanUp.race(book.attemptEnded()).catch(() => {})
  const { receipt, isOpen } = book
  if (!isOpen || receipt === null) return { error }
  // Called off before anything was sent: the earlier try is as open as it was.
  if (!book.wasSentHere && job.deadline.aborted) return { error }
  const seconds = Math.max(MIN_LOOK_UP_SECONDS, job.deadline.remainingSeconds)
  // The query claims posts in the journal: its calls have the time of the query.
  journalDeadline.startCleanUp(clock, job.platform, seconds)
  return (await afterLoss(job, book, receipt, { seconds, cause: error, warn })) ?? { error }
}

/** Looks up what became of a visible request that may have taken effect. @returns Null when it certainly did not. */
async function afterLoss<T>(
  job: PublishJob<T>,
  book: ReceiptBook,
  receipt: Receipt,
  options: LookUpOptions,
): Promise<Outcome<T> | null> {
  const { warn } = options
  try {
    return await lookUp(job, book, receipt, options)
  } catch (failure) {
    warn(`The publish journal failed while taking a receipt back: ${messageOf(failure)}`)
    return null
  }
}

/** How the outcome of a visible request is looked up. */
interface LookUpOptions {
  readonly seconds: number
  readonly signal?: AbortSignal
  /** What the attempt failed with; left out for an earlier try. */
  readonly cause?: unknown
  readonly warn: Warn
}

/**
 * Asks the platform to reconcile a receipt: is the post out?
 *
 * @returns Null when it certainly is not. Rejects only when the journal does.
 */
async function lookUp<T>(
  job: PublishJob<T>,
  book: ReceiptBook,
  receipt: Receipt,
  options: LookUpOptions,
): Promise<Outcome<T> | null> {
  const { cause, warn } = options
  let answer: Reconciled = { state: 'UNKNOWN' }
  let failure: unknown = null
  try {
    const claimPost: ReconcileOptions['claimPost'] = (...given) => book.claimPost(...given)
    if (job.reconcile) answer = await job.reconcile(receipt, { ...options, claimPost })
    if (answer.state === 'FOUND' && job.fromFound) return { result: job.fromFound(answer.result) }
  } catch (error) {
    failure = error
    warn(`Looking for a lost post failed: ${messageOf(error)}`)
  }
  if (answer.state === 'NOT_PUBLISHED') {
    await book.notPublished()
    return null
  }
  const repeatable = book.isRepeatable(receipt)
  // A query that failed says nothing about the post: only one that worked may ask for a person.
  const answered = answer.state === 'UNKNOWN' ? (answer.retryAfter ?? null) : null
  const retryAfter = failure === null ? answered : secondsAfterFailedQuery(failure)
  const open = { job, receipt, repeatable, retryAfter }
  // A rate limit or a refused token of this try may reach the caller as it is, but not once this try has sent something.
  const last = cause === undefined ? failure : cause
  const told = book.wasSentHere ? null : passThroughWhileOpen(last, job)
  return { error: told ?? makeOutcomeUnknownError({ ...open, cause: last }) }
}

/** Seconds after which to query again: what the network asked for, or our own choice. */
function secondsAfterFailedQuery(failure: unknown): number {
  const asked = RateLimitError.is(failure) ? failure.retryAfter : null
  return asked !== null && Number.isFinite(asked) ? Math.max(asked, QUERY_AGAIN_SECONDS) : QUERY_AGAIN_SECONDS
}
