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

/** The part of a job that an error tells of. */
interface ReportedJob {
  readonly platform: string
  readonly key: ReportedKey
  readonly reportedAs?: ReportedKey
}

/** Operation and key as the application knows them: those of the thread, for a part of a thread. */
export function reportedKey({ key, reportedAs }: Pick<ReportedJob, 'key' | 'reportedAs'>): ReportedKey {
  return reportedAs ?? key
}

/** The error for an outcome that nobody knows. It carries the receipt, and says what to do. */
export function makeOutcomeUnknownError(facts: {
  readonly job: ReportedJob
  readonly receipt: Receipt
  readonly cause: unknown
  readonly repeatable: boolean
  /** Seconds after which asking again may bring an answer; null when only a person can tell. */
  readonly retryAfter: number | null
}): OutcomeUnknownError {
  const { job, receipt, cause, repeatable, retryAfter } = facts
  const { operation, idempotencyKey } = reportedKey(job)
  const key = `the idempotency key "${idempotencyKey}"`
  const until = receipt.repeatableUntil?.toISOString()
  const after = retryAfter === null ? '' : ` in ${Math.ceil(retryAfter)} s`
  const remedy = repeatable
    ? `Call again with ${key}${after} before ${until}: it will not be published twice.`
    : retryAfter === null
      ? 'Look at the account before trying again with a new key; the library never sends it again by itself.'
      : `Call again with ${key}${after}: it is looked for again, and never sent twice.`
  return new OutcomeUnknownError(
    `The answer of ${job.platform} to ${operation} was lost: it may or may not have taken effect. ${remedy}`,
    {
      platform: job.platform,
      receipt: toRecord(receipt),
      retryAfter,
      ...(cause === null ? {} : { cause }),
    },
  )
}

/**
 * The error of a look-up that could not be made, where it says itself what to do: sign the account in again, or wait. The
 * outcome of the earlier call is still unknown then, and its message says so. Null for every other failure.
 */
export function passThroughWhileOpen(failure: unknown, job: ReportedJob): unknown {
  if (!AuthError.is(failure) && !RateLimitError.is(failure)) return null
  const copy = copyError(failure)
  const { operation, idempotencyKey } = reportedKey(job)
  if (SocialBaseError.is(copy))
    copy.message = `${copy.message} What became of the earlier try of this ${operation} is still open: call again with the idempotency key "${idempotencyKey}" after that.`
  return copy
}

/** The error for a key that another worker holds, or has held since this one last looked. */
export function makePublishBusyError(job: ReportedJob, seconds: number, cause?: unknown): PublishBusyError {
  const retryAfter = Math.max(1, Math.ceil(seconds))
  return new PublishBusyError(
    `Another worker is publishing under the idempotency key "${reportedKey(job).idempotencyKey}" right now. Ask again in ${retryAfter} s.`,
    { platform: job.platform, retryAfter, ...(cause !== undefined && { cause }) },
  )
}
