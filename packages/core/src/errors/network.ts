import { type ErrorCode, type ErrorDetails, hasMark, SocialBaseError } from './base.js'
import { readDetails, readFlag } from './details.js'

const NETWORK = Symbol.for('social.error.network')

/** Whether the failed request may have reached the network. */
export type Delivery = 'NOT_SENT' | 'UNKNOWN'

/** Details of a failed transport. */
export interface NetworkErrorDetails extends ErrorDetails {
  /** `NOT_SENT` if the request certainly did not arrive. Default: `UNKNOWN`. */
  readonly delivery?: Delivery | undefined
  /** True if a deadline or timeout ended the call. */
  readonly timedOut?: boolean | undefined
}

/** The network was unreachable, or its response did not arrive. Always an outage, never a refusal. */
export class NetworkError extends SocialBaseError {
  override readonly name: string = 'NetworkError'
  readonly code: ErrorCode = 'NETWORK'
  /** Whether the request may have reached the network. */
  readonly delivery: Delivery
  /** True if a deadline or timeout ended the call. */
  readonly timedOut: boolean

  constructor(message: string, details: NetworkErrorDetails = {}) {
    super(message, details)
    const { delivery, timedOut } = readDetails(details)
    // Any other value counts as UNKNOWN: the request may have arrived.
    this.delivery = delivery === 'NOT_SENT' ? delivery : 'UNKNOWN'
    this.timedOut = readFlag(timedOut, false)
  }

  get [NETWORK](): true {
    return true
  }

  /** True for an error of this class, including one of another copy of the package. */
  static override is(value: unknown): value is NetworkError {
    return hasMark(value, NETWORK)
  }
}
