import { NetworkError, OutcomeUnknownError, PlatformError, SocialBaseError } from '../errors/index.js'
import { hadEarlierAttempt } from '../http/earlier-attempt.js'
import type { Receipt } from '../models/index.js'
import { toRecord } from '../models/records.js'

/**
 * True when, after the visible step was sent, `error` leaves open whether it took: the answer was lost, the network
 * failed in the middle (a 5xx), an attempt before the last one was, the call was aborted, or something threw that is no
 * error of the library.
 */
export function isOutcomeOpen(error: unknown): boolean {
  if (!SocialBaseError.is(error) || hadEarlierAttempt(error)) return true
  if (NetworkError.is(error)) return error.delivery !== 'NOT_SENT'
  if (PlatformError.is(error))
    return error.statusCode === null || error.statusCode >= 500 || error.statusCode < 400
  return false
}

/** The error that says that nobody can say; it carries the receipt, and what to do. */
export function unknownOutcome(facts: {
  readonly job: {
    readonly platform: string
    readonly key: { readonly idempotencyKey: string; readonly operation: string }
  }
  readonly receipt: Receipt
  readonly cause: unknown
  readonly repeatable: boolean
}): OutcomeUnknownError {
  const { job, receipt, cause, repeatable } = facts
  const until = receipt.repeatableUntil?.toISOString()
  const remedy = repeatable
    ? `Call again with the idempotency key "${job.key.idempotencyKey}" before ${until}: it will not be published twice.`
    : 'Look at the account before trying again with a new key; the library never sends it again by itself.'
  return new OutcomeUnknownError(
    `The answer of ${job.platform} to ${job.key.operation} was lost: it may or may not have taken effect. ${remedy}`,
    { platform: job.platform, receipt: toRecord(receipt), ...(cause === null ? {} : { cause }) },
  )
}
