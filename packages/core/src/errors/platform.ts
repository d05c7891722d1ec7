import { type ErrorDetails, hasMark, SocialBaseError } from './base.js'
import { readDetails, readFlag, readNumber } from './details.js'

const MARK = Symbol.for('social.error.platform')

/** Details of a failure at the network. */
export interface PlatformErrorDetails extends ErrorDetails {
  /** Registered name of the network. */
  readonly platform: string
  /** HTTP status of the reply; null when there was none. */
  readonly statusCode?: number | null | undefined
  /** True when the network failed at it, so that nothing is known of what became of a write; judged by the status unless given. */
  readonly isOutage?: boolean | undefined
}

function isRefusal(status: number | null): boolean {
  return status !== null && status >= 400 && status < 500 && status !== 408
}

/** The network failed, or answered something nobody expected. `raw` holds the whole reply. */
export class PlatformError extends SocialBaseError {
  override readonly name: string = 'PlatformError'
  readonly code = 'PLATFORM'
  declare readonly platform: string
  /** HTTP status of the reply; null when there was none. */
  readonly statusCode: number | null
  /**
   * True when the network failed at it: nothing is known of what became of a write. False for a definite refusal. By
   * the status unless the platform said so: 400 to 499 are refusals, but for 408 (the request did not arrive in time).
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

  /** True across copies of the package, where `instanceof` is not. */
  static override is(value: unknown): value is PlatformError {
    return hasMark(value, MARK)
  }
}
