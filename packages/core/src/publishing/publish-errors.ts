import { copyError } from '../errors/base.js'
import {
  AuthError,
  OutcomeUnknownError,
  PublishBusyError,
  RateLimitError,
  SocialBaseError,
} from '../errors/index.js'
import type { Receipt } from '../models/index.js'
import { toRecord } from '../models/records/records.js'
import type { ReportedKey } from './publish-job.js'

/** Fields of a publish job that error messages contain. */
interface ReportedJob {
  readonly platform: string
  readonly key: ReportedKey
  readonly reportedAs?: ReportedKey
}

/**
 * Returns the operation and key under which the application knows the job. A part of a thread
 * reports those of the thread.
 */
export function reportedKey({ key, reportedAs }: Pick<ReportedJob, 'key' | 'reportedAs'>): ReportedKey {
  return reportedAs ?? key
}

/** Makes the error for an unknown outcome, with the receipt and the recommended action. */
export function makeOutcomeUnknownError(facts: {
  readonly job: ReportedJob
  readonly receipt: Receipt
  readonly cause: unknown
  readonly repeatable: boolean
  /** Seconds after which a retry may find the result. Null if only a person can check. */
  readonly retryAfter: number | null
}): OutcomeUnknownError {
  const { job, receipt, cause, repeatable, retryAfter } = facts
  const { operation, idempotencyKey } = reportedKey(job)
  const key = `the idempotency key "${idempotencyKey}"`
  const until = receipt.repeatableUntil?.toISOString()
  const after = retryAfter === null ? '' : ` in ${Math.ceil(retryAfter)} s`
  const remedy = repeatable
    ? `Call again with ${key}${after} before ${until}. The post will not be published twice.`
    : retryAfter === null
      ? 'Check the account before you retry with a new key. The library never repeats the request.'
      : `Call again with ${key}${after}. The library then queries the post again and never sends it twice.`
  return new OutcomeUnknownError(
    `The response of ${job.platform} to ${operation} was lost. The request may or may not have taken effect. ${remedy}`,
    {
      platform: job.platform,
      receipt: toRecord(receipt),
      retryAfter,
      ...(cause === null ? {} : { cause }),
    },
  )
}

/**
 * Returns the error of a query that failed with its own recommended action: sign in again, or
 * wait. The message adds that the outcome of the earlier call is still unknown. Returns null for
 * every other failure.
 */
export function passThroughWhileOpen(failure: unknown, job: ReportedJob): unknown {
  if (!AuthError.is(failure) && !RateLimitError.is(failure)) return null
  const copy = copyError(failure)
  const { operation, idempotencyKey } = reportedKey(job)
  if (SocialBaseError.is(copy))
    copy.message = `${copy.message} The outcome of the earlier ${operation} is still unknown. Afterwards, call again with the idempotency key "${idempotencyKey}".`
  return copy
}

/**
 * Makes the error for a key that another worker holds, or has held since this worker last read the
 * entry.
 */
export function makePublishBusyError(job: ReportedJob, seconds: number, cause?: unknown): PublishBusyError {
  const retryAfter = Math.max(1, Math.ceil(seconds))
  return new PublishBusyError(
    `Another worker is publishing with the idempotency key "${reportedKey(job).idempotencyKey}". Call again in ${retryAfter} s.`,
    { platform: job.platform, retryAfter, ...(cause !== undefined && { cause }) },
  )
}
