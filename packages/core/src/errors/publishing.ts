import { type ErrorDetails, hasMark, type RawData } from './base.js'
import { BUSY_SECONDS, readDetails, readNumber } from './details.js'
import { NetworkError } from './network.js'

const BUSY = Symbol.for('social.error.publish-busy')
const UNKNOWN = Symbol.for('social.error.outcome-unknown')

/** Details of a post that another worker has in hand. */
export interface PublishBusyDetails extends ErrorDetails {
  /** Seconds after which to ask again. */
  readonly retryAfter: number
}

/** Another worker has, or may have, the same idempotency key: also when it took the key over from this call. Retry under the key. */
export class PublishBusyError extends NetworkError {
  override readonly name: string = 'PublishBusyError'
  override readonly code = 'PUBLISH_BUSY'
  /** Seconds after which to ask again. */
  readonly retryAfter: number

  constructor(message: string, details: PublishBusyDetails) {
    super(message, { ...details, delivery: 'NOT_SENT' })
    this.retryAfter = readNumber(readDetails(details).retryAfter) ?? BUSY_SECONDS
  }

  get [BUSY](): true {
    return true
  }

  /** True across copies of the package, where `instanceof` is not. */
  static override is(value: unknown): value is PublishBusyError {
    return hasMark(value, BUSY)
  }
}

/** Details of an unknown outcome. */
export interface OutcomeUnknownDetails extends ErrorDetails {
  /** The receipt of the step whose reply was lost, as plain JSON; null when none was written. */
  readonly receipt: RawData | null
  /** Seconds after which asking again under the same key may bring an answer; null when only a person can tell. */
  readonly retryAfter?: number | null | undefined
}

/**
 * The visible step was sent and its reply was lost, so nobody can say whether the post is out.
 * The library never sends it again by itself: look at the account, then decide.
 */
export class OutcomeUnknownError extends NetworkError {
  override readonly name: string = 'OutcomeUnknownError'
  override readonly code = 'OUTCOME_UNKNOWN'
  /** The receipt of the step whose reply was lost, as plain JSON; null when none was written. Hidden when printed. */
  declare readonly receipt: RawData | null
  /** Seconds after which asking again under the same key may bring an answer; null when only a person can tell. */
  readonly retryAfter: number | null

  constructor(message: string, details: OutcomeUnknownDetails) {
    super(message, { ...details, delivery: 'UNKNOWN' })
    const { receipt = null, retryAfter } = readDetails(details)
    this.retryAfter = readNumber(retryAfter)
    Object.defineProperty(this, 'receipt', { value: receipt, enumerable: false })
  }

  get [UNKNOWN](): true {
    return true
  }

  /** True across copies of the package, where `instanceof` is not. */
  static override is(value: unknown): value is OutcomeUnknownError {
    return hasMark(value, UNKNOWN)
  }
}
