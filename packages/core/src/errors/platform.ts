import { type ErrorDetails, hasMark, SocialBaseError } from './base.js'
import { readDetails, readFlag, readNumber } from './details.js'

const MARK = Symbol.for('social.error.platform')

/** Details of a failure at the network. */
export interface PlatformErrorDetails extends ErrorDetails {
  /** Registered name of the network. */
  readonly platform: string
  /** HTTP status of the response; null if there was none. */
  readonly statusCode?: number | null | undefined
  /** True if the network itself failed: the result of a write is then unknown. Default: derived from the status. */
  readonly isOutage?: boolean | undefined
}

function isRefusal(status: number | null): boolean {
  return status !== null && status >= 400 && status < 500 && status !== 408
}

/** The network failed or returned an unexpected response. `raw` holds the whole response. */
export class PlatformError extends SocialBaseError {
  override readonly name: string = 'PlatformError'
  readonly code = 'PLATFORM'
  declare readonly platform: string
  /** HTTP status of the response; null if there was none. */
  readonly statusCode: number | null
  /**
   * True if the network itself failed: the result of a write is then unknown. False for a refusal. Unless the platform
   * sets it, 400 to 499 are refusals, except 408 (the request did not arrive in time).
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

  /** True for an error of this class, including one of another copy of the package. */
  static override is(value: unknown): value is PlatformError {
    return hasMark(value, MARK)
  }
}
