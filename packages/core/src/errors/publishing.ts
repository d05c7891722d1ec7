import { type ErrorDetails, hasMark, type RawData } from './base.js'
import { BUSY_SECONDS, readDetails, readNumber } from './details.js'
import { NetworkError } from './network.js'

const BUSY = Symbol.for('social.error.publish-busy')
const UNKNOWN = Symbol.for('social.error.outcome-unknown')

/** Details of a post that another worker holds. */
export interface PublishBusyDetails extends ErrorDetails {
  /** Seconds to wait before the next call. */
  readonly retryAfter: number
}

/** Another worker holds, or may hold, the idempotency key, also if taken over from this call. Retry with the key. */
export class PublishBusyError extends NetworkError {
  override readonly name: string = 'PublishBusyError'
  override readonly code = 'PUBLISH_BUSY'
  /** Seconds to wait before the next call. */
  readonly retryAfter: number

  constructor(message: string, details: PublishBusyDetails) {
    super(message, { ...details, delivery: 'NOT_SENT' })
    this.retryAfter = readNumber(readDetails(details).retryAfter) ?? BUSY_SECONDS
  }

  get [BUSY](): true {
    return true
  }

  /** True for an error of this class, including one of another copy of the package. */
  static override is(value: unknown): value is PublishBusyError {
    return hasMark(value, BUSY)
  }
}

/** Details of an unknown outcome. */
export interface OutcomeUnknownDetails extends ErrorDetails {
  /** Receipt of the step whose response was lost, as plain JSON; null if none was stored. */
  readonly receipt: RawData | null
  /** Seconds after which a call with the same key may find the result; null if only a person can check. */
  readonly retryAfter?: number | null | undefined
}

/**
 * The visible request was sent and its response was lost: the post may or may not be published. The library never
 * repeats the request. Check the account at the network, then decide.
 */
export class OutcomeUnknownError extends NetworkError {
  override readonly name: string = 'OutcomeUnknownError'
  override readonly code = 'OUTCOME_UNKNOWN'
  /** Receipt of the step whose response was lost, as plain JSON; null if none was stored. Hidden when printed. */
  declare readonly receipt: RawData | null
  /** Seconds after which a call with the same key may find the result; null if only a person can check. */
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

  /** True for an error of this class, including one of another copy of the package. */
  static override is(value: unknown): value is OutcomeUnknownError {
    return hasMark(value, UNKNOWN)
  }
}
