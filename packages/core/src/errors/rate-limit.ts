import { type ErrorCode, type ErrorDetails, hasMark, SocialBaseError } from './base.js'
import { readDetails, readFlag, readNumber } from './details.js'

const MARK = Symbol.for('social.error.rate-limit')

/** Details of a `RateLimitError`. */
export interface RateLimitDetails extends ErrorDetails {
  /**
   * Seconds to wait before the next request. Null if the network did not report a time, or if
   * waiting does not help.
   */
  readonly retryAfter?: number | null | undefined
  /**
   * False if a quota of a day or longer is exhausted. The library then does not retry. Default:
   * true.
   */
  readonly passesSoon?: boolean | undefined
}

/** Error of a request that the network refused because of a rate limit. */
export class RateLimitError extends SocialBaseError {
  override readonly name: string = 'RateLimitError'
  readonly code: ErrorCode = 'RATE_LIMIT'
  /**
   * Seconds to wait before the next request. Null if the network did not report a time, or if
   * waiting does not help.
   */
  readonly retryAfter: number | null
  /** False if a quota of a day or longer is exhausted. The library then does not retry. */
  readonly passesSoon: boolean

  constructor(message: string, details: RateLimitDetails = {}) {
    super(message, details)
    const { retryAfter, passesSoon } = readDetails(details)
    this.retryAfter = readNumber(retryAfter)
    this.passesSoon = readFlag(passesSoon, true)
  }

  get [MARK](): true {
    return true
  }

  /** Returns true for an error of this class, also if another copy of the package created it. */
  static override is(value: unknown): value is RateLimitError {
    return hasMark(value, MARK)
  }
}
