import { type ErrorDetails, hasMark, SocialBaseError } from './base.js'

const MARK = Symbol.for('social.error.platform')

/** Details of a failure at the network. */
export interface PlatformErrorDetails extends ErrorDetails {
  /** Registered name of the network. */
  readonly platform: string
  /** HTTP status of the reply; null when there was none. */
  readonly statusCode?: number | null
}

/** The network failed, or answered something nobody expected. `raw` holds the whole reply. */
export class PlatformError extends SocialBaseError {
  override readonly name: string = 'PlatformError'
  readonly code = 'PLATFORM'
  declare readonly platform: string
  /** HTTP status of the reply; null when there was none. */
  readonly statusCode: number | null

  constructor(message: string, details: PlatformErrorDetails) {
    super(message, details)
    this.statusCode = details.statusCode ?? null
  }

  get [MARK](): true {
    return true
  }

  /** True across copies of the package, where `instanceof` is not. */
  static override is(value: unknown): value is PlatformError {
    return hasMark(value, MARK)
  }
}
