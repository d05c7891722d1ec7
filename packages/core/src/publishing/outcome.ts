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
import type { ToldAs } from './publish-job.js'

/** The part of a job that an error tells of. */
interface ToldJob {
  readonly platform: string
  readonly key: ToldAs
  readonly told?: ToldAs
}

/** The key and the operation as the application knows them. */
export function toldAs({ key, told }: Pick<ToldJob, 'key' | 'told'>): ToldAs {
  return told ?? key
}

/** The error that says that nobody can say; it carries the receipt, and what to do. */
export function unknownOutcome(facts: {
  readonly job: ToldJob
  readonly receipt: Receipt
  readonly cause: unknown
  readonly repeatable: boolean
  /** Seconds after which asking again may bring an answer; null when only a person can tell. */
  readonly retryAfter: number | null
}): OutcomeUnknownError {
  const { job, receipt, cause, repeatable, retryAfter } = facts
  const { operation, idempotencyKey } = toldAs(job)
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
 * What a look-up that could not be made leaves to say of a try that is open since an earlier call: the account has to be
 * signed in again, or asked later. Null for everything else.
 */
export function passedOn(failure: unknown, job: ToldJob): unknown {
  if (!AuthError.is(failure) && !RateLimitError.is(failure)) return null
  const copy = copyError(failure)
  const { operation, idempotencyKey } = toldAs(job)
  if (SocialBaseError.is(copy))
    copy.message = `${copy.message} What became of the earlier try of this ${operation} is still open: call again with the idempotency key "${idempotencyKey}" after that.`
  return copy
}

/** Another worker has the key, or had it since this one last looked. */
export function busy(job: ToldJob, seconds: number, cause?: unknown): PublishBusyError {
  const retryAfter = Math.max(1, Math.ceil(seconds))
  return new PublishBusyError(
    `Another worker is publishing under the idempotency key "${toldAs(job).idempotencyKey}" right now. Ask again in ${retryAfter} s.`,
    { platform: job.platform, retryAfter, ...(cause !== undefined && { cause }) },
  )
}
