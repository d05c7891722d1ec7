import { type ErrorCode, type ErrorDetails, hasMark, SocialBaseError } from './base.js'
import { readDetails, readFlag } from './details.js'

const NETWORK = Symbol.for('social.error.network')

/** Whether the failed request can have reached the network. */
export type Delivery = 'NOT_SENT' | 'UNKNOWN'

/** Details of a failed transport. */
export interface NetworkErrorDetails extends ErrorDetails {
  /** `NOT_SENT` when it certainly did not arrive; otherwise `UNKNOWN`, the default. */
  readonly delivery?: Delivery | undefined
  /** True when a deadline or time-out ended the call. */
  readonly timedOut?: boolean | undefined
}

/** The network could not be reached, or its answer did not arrive. An outage, never a refusal. */
export class NetworkError extends SocialBaseError {
  override readonly name: string = 'NetworkError'
  readonly code: ErrorCode = 'NETWORK'
  /** Whether the request can have reached the network. */
  readonly delivery: Delivery
  /** True when a deadline or time-out ended the call. */
  readonly timedOut: boolean

  constructor(message: string, details: NetworkErrorDetails = {}) {
    super(message, details)
    const { delivery, timedOut } = readDetails(details)
    // Anything but the very word may have arrived.
    this.delivery = delivery === 'NOT_SENT' ? delivery : 'UNKNOWN'
    this.timedOut = readFlag(timedOut, false)
  }

  get [NETWORK](): true {
    return true
  }

  /** True across copies of the package, where `instanceof` is not. */
  static override is(value: unknown): value is NetworkError {
    return hasMark(value, NETWORK)
  }
}
