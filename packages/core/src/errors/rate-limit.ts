import { type ErrorCode, type ErrorDetails, hasMark, SocialBaseError } from './base.js'
import { readDetails, readFlag, readNumber } from './details.js'

const MARK = Symbol.for('social.error.rate-limit')

/** Details of a rate limit. */
export interface RateLimitDetails extends ErrorDetails {
  /** Seconds to wait; null if the network did not report it, or if waiting does not help. */
  readonly retryAfter?: number | null | undefined
  /** False if a quota of a day or longer is exhausted: the library then does not retry. Default: true. */
  readonly passesSoon?: boolean | undefined
}

/** The network refused the request because of a rate limit. */
export class RateLimitError extends SocialBaseError {
  override readonly name: string = 'RateLimitError'
  readonly code: ErrorCode = 'RATE_LIMIT'
  /** Seconds to wait; null if the network did not report it, or if waiting does not help. */
  readonly retryAfter: number | null
  /** False if a quota of a day or longer is exhausted: the library then does not retry. */
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

  /** True for an error of this class, including one of another copy of the package. */
  static override is(value: unknown): value is RateLimitError {
    return hasMark(value, MARK)
  }
}
