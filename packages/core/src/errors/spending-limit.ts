import { type ErrorCode, hasMark } from './base.js'
import { readDetails, readMoment, readNumber, readPhrase } from './details.js'
import { type RateLimitDetails, RateLimitError } from './rate-limit.js'

const MARK = Symbol.for('social.error.spending-limit')

/** Details of a spending limit that the application set. */
export interface SpendingLimitDetails extends RateLimitDetails {
  /** Bucket of the platform in which the units are counted. */
  readonly bucket: string
  /** Maximum cost of the request in units. */
  readonly units: number
  /** Time at which the request fits the limit; null if the limit is smaller than the request. */
  readonly freeAt: Date | null
}

/** The request exceeds the spending limit that the application set. Nothing was sent. */
export class SpendingLimitError extends RateLimitError {
  override readonly name: string = 'SpendingLimitError'
  override readonly code: ErrorCode = 'SPENDING_LIMIT'
  /** Bucket of the platform in which the units are counted. */
  readonly bucket: string
  /** Maximum cost of the request in units. */
  readonly units: number
  /** Time at which the request fits the limit; null if the limit is smaller than the request. */
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

  /** True for an error of this class, including one of another copy of the package. */
  static override is(value: unknown): value is SpendingLimitError {
    return hasMark(value, MARK)
  }
}
