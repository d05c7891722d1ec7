import { type ErrorCode, type ErrorDetails, hasMark, SocialBaseError } from './base.js'
import { readDetails, readFlag } from './details.js'

const NETWORK = Symbol.for('social.error.network')

/** States whether the failed request may have reached the network. */
export type Delivery = 'NOT_SENT' | 'UNKNOWN'

/** Details of a `NetworkError`. */
export interface NetworkErrorDetails extends ErrorDetails {
  /** `NOT_SENT` if the request certainly did not reach the network. Default: `UNKNOWN`. */
  readonly delivery?: Delivery | undefined
  /** True if a timeout or the deadline of the call ended the request. Default: false. */
  readonly timedOut?: boolean | undefined
}

/**
 * Error of a network that could not be reached, or whose response did not arrive. The network has
 * not refused the request.
 */
export class NetworkError extends SocialBaseError {
  override readonly name: string = 'NetworkError'
  readonly code: ErrorCode = 'NETWORK'
  /** `NOT_SENT` if the request certainly did not reach the network, otherwise `UNKNOWN`. */
  readonly delivery: Delivery
  /** True if a timeout or the deadline of the call ended the request. */
  readonly timedOut: boolean

  constructor(message: string, details: NetworkErrorDetails = {}) {
    super(message, details)
    const { delivery, timedOut } = readDetails(details)
    // An invalid value becomes UNKNOWN, because the request may have reached the network.
    this.delivery = delivery === 'NOT_SENT' ? delivery : 'UNKNOWN'
    this.timedOut = readFlag(timedOut, false)
  }

  get [NETWORK](): true {
    return true
  }

  /** Returns true for an error of this class, also if another copy of the package created it. */
  static override is(value: unknown): value is NetworkError {
    return hasMark(value, NETWORK)
  }
}
