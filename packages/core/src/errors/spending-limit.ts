import { type ErrorCode, hasMark } from './base.js'
import { readDetails, readMoment, readNumber, readPhrase } from './details.js'
import { type RateLimitDetails, RateLimitError } from './rate-limit.js'

const MARK = Symbol.for('social.error.spending-limit')

/** Details of a `SpendingLimitError`. */
export interface SpendingLimitDetails extends RateLimitDetails {
  /** Name of the resource that the platform bills and the limit counts. */
  readonly bucket: string
  /** Maximum cost of the request, in units. */
  readonly units: number
  /**
   * Time at which enough units are available for the request. Null if the whole limit is smaller
   * than the cost.
   */
  readonly freeAt: Date | null
}

/** Error of a request that would exceed a spending limit of the application. Nothing was sent. */
export class SpendingLimitError extends RateLimitError {
  override readonly name: string = 'SpendingLimitError'
  override readonly code: ErrorCode = 'SPENDING_LIMIT'
  /** Name of the resource that the platform bills and the limit counts. */
  readonly bucket: string
  /** Maximum cost of the request, in units. */
  readonly units: number
  /**
   * Time at which enough units are available for the request. Null if the whole limit is smaller
   * than the cost.
   */
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

  /** Returns true for an error of this class, also if another copy of the package created it. */
  static override is(value: unknown): value is SpendingLimitError {
    return hasMark(value, MARK)
  }
}
