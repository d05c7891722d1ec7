import { type ErrorDetails, hasMark, type RawData, SocialBaseError } from './base.js'
import { BUSY_SECONDS, readDetails, readNumber } from './details.js'

const BUSY = Symbol.for('social.error.publish-busy')
const UNKNOWN = Symbol.for('social.error.outcome-unknown')

/** Details of a `PublishBusyError`. */
export interface PublishBusyDetails extends ErrorDetails {
  /** Seconds to wait before the call is repeated. */
  readonly retryAfter: number
}

/**
 * Error of a call whose idempotency key is held by another worker, or may have been taken over by
 * one. This call sent nothing. Repeat the call with the same key.
 */
export class PublishBusyError extends SocialBaseError {
  override readonly name: string = 'PublishBusyError'
  readonly code = 'PUBLISH_BUSY'
  /** Seconds to wait before the call is repeated. */
  readonly retryAfter: number

  constructor(message: string, details: PublishBusyDetails) {
    super(message, details)
    this.retryAfter = readNumber(readDetails(details).retryAfter) ?? BUSY_SECONDS
  }

  get [BUSY](): true {
    return true
  }

  /** Returns true for an error of this class, also if another copy of the package created it. */
  static override is(value: unknown): value is PublishBusyError {
    return hasMark(value, BUSY)
  }
}

/** Details of an `OutcomeUnknownError`. */
export interface OutcomeUnknownDetails extends ErrorDetails {
  /** Receipt of the step whose response was lost, as plain JSON. Null if no receipt was stored. */
  readonly receipt: RawData | null
  /**
   * Seconds after which a call with the same key may find the result. Null if a person must check
   * the account.
   */
  readonly retryAfter?: number | null | undefined
}

/**
 * Error of a publish whose last request was sent but got no response, so the post may or may not
 * be published. The library never repeats this request. Check the account at the network before
 * you post again.
 */
export class OutcomeUnknownError extends SocialBaseError {
  override readonly name: string = 'OutcomeUnknownError'
  readonly code = 'OUTCOME_UNKNOWN'
  /**
   * Receipt of the step whose response was lost, as plain JSON. Null if no receipt was stored.
   * Omitted when printed.
   */
  declare readonly receipt: RawData | null
  /**
   * Seconds after which a call with the same key may find the result. Null if a person must check
   * the account.
   */
  readonly retryAfter: number | null

  constructor(message: string, details: OutcomeUnknownDetails) {
    super(message, details)
    const { receipt = null, retryAfter } = readDetails(details)
    this.retryAfter = readNumber(retryAfter)
    Object.defineProperty(this, 'receipt', { value: receipt, enumerable: false })
  }

  get [UNKNOWN](): true {
    return true
  }

  /** Returns true for an error of this class, also if another copy of the package created it. */
  static override is(value: unknown): value is OutcomeUnknownError {
    return hasMark(value, UNKNOWN)
  }
}
