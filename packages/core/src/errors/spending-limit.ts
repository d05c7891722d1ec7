import { type ErrorCode, hasMark } from './base.js'
import { readDetails, readMoment, readNumber, readPhrase } from './details.js'
import { type RateLimitDetails, RateLimitError } from './rate-limit.js'

const MARK = Symbol.for('social.error.spending-limit')

/** Details of a limit of the application's own. */
export interface SpendingLimitDetails extends RateLimitDetails {
  /** What the units are of: the bucket of the platform. */
  readonly bucket: string
  /** Units that the request may cost. */
  readonly units: number
  /** When there is room again; null when the limit is smaller than the request. */
  readonly freeAt: Date | null
}

/** The application's own spending limit has no room for a request. Nothing was sent. */
export class SpendingLimitError extends RateLimitError {
  override readonly name: string = 'SpendingLimitError'
  override readonly code: ErrorCode = 'SPENDING_LIMIT'
  /** What the units are of: the bucket of the platform. */
  readonly bucket: string
  /** Units that the request may cost. */
  readonly units: number
  /** When there is room again; null when the limit is smaller than the request. */
  readonly freeAt: Date | null

  constructor(message: string, details: SpendingLimitDetails) {
    super(message, { ...details, passesSoon: false })
    const { bucket, units, freeAt } = readDetails(details)
    this.bucket = readPhrase(bucket, 'requests')
    this.units = readNumber(units) ?? 0
    this.freeAt = readMoment(freeAt)
  }

  get [MARK](): true {
    return true
  }

  /** True across copies of the package, where `instanceof` is not. */
  static override is(value: unknown): value is SpendingLimitError {
    return hasMark(value, MARK)
  }
}
