import { type ErrorDetails, hasMark, SocialBaseError } from './base.js'
import { readDetails, readFlag, readNumber } from './details.js'

const MARK = Symbol.for('social.error.platform')

/** Details of a `PlatformError`. */
export interface PlatformErrorDetails extends ErrorDetails {
  /** Registered name of the network. */
  readonly platform: string
  /** HTTP status of the response. Null if there was no response. */
  readonly statusCode?: number | null | undefined
  /**
   * True if the network had an outage, so that it is unknown whether a write took effect. Default:
   * derived from the status.
   */
  readonly isOutage?: boolean | undefined
}

function isRefusal(status: number | null): boolean {
  return status !== null && status >= 400 && status < 500 && status !== 408
}

/**
 * Error of a network that failed, or that returned an unexpected response. `raw` contains the
 * response.
 */
export class PlatformError extends SocialBaseError {
  override readonly name: string = 'PlatformError'
  readonly code = 'PLATFORM'
  declare readonly platform: string
  /** HTTP status of the response. Null if there was no response. */
  readonly statusCode: number | null
  /**
   * True if the network had an outage, so that it is unknown whether a write took effect. False if
   * the network refused the request. Unless the platform sets this value, a status from 400 to 499
   * is a refusal, except 408. After a 408 the network may have read the request.
   */
  declare readonly isOutage: boolean

  constructor(message: string, details: PlatformErrorDetails) {
    super(message, details)
    const given = readDetails(details)
    this.statusCode = readNumber(given.statusCode)
    const isOutage = readFlag(given.isOutage, !isRefusal(this.statusCode))
    Object.defineProperty(this, 'isOutage', { value: isOutage, enumerable: false })
  }

  get [MARK](): true {
    return true
  }

  /** Returns true for an error of this class, also if another copy of the package created it. */
  static override is(value: unknown): value is PlatformError {
    return hasMark(value, MARK)
  }
}
