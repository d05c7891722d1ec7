import { type ErrorCode, type ErrorDetails, hasMark, SocialBaseError } from './base.js'
import { readDetails, readFlag, readNumber } from './details.js'

const MARK = Symbol.for('social.error.rate-limit')

/** Details of a rate limit. */
export interface RateLimitDetails extends ErrorDetails {
  /** Seconds to wait; null when the network did not say, or when waiting is no use. */
  readonly retryAfter?: number | null | undefined
  /** False when the allowance of a day or longer is used up: no request is repeated then. True unless given. */
  readonly passesSoon?: boolean | undefined
}

/** The network asked us to slow down. */
export class RateLimitError extends SocialBaseError {
  override readonly name: string = 'RateLimitError'
  readonly code: ErrorCode = 'RATE_LIMIT'
  /** Seconds to wait; null when the network did not say, or when waiting is no use. */
  readonly retryAfter: number | null
  /** False when the allowance of a day or longer is used up: the library does not try again by itself. */
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

  /** True across copies of the package, where `instanceof` is not. */
  static override is(value: unknown): value is RateLimitError {
    return hasMark(value, MARK)
  }
}
