import { type ErrorDetails, hasMark, SocialBaseError } from './base.js'
import { BUSY_SECONDS, readDetails, readNumber } from './details.js'

const MARK = Symbol.for('social.error.update-busy')

/** Details of an `UpdateBusyError`. */
export interface UpdateBusyDetails extends ErrorDetails {
  /** Seconds to wait before the update is delivered again. */
  readonly retryAfter: number
}

/**
 * Error of an update that another worker is handling. No handler ran in this call. Deliver the
 * update again later.
 */
export class UpdateBusyError extends SocialBaseError {
  override readonly name: string = 'UpdateBusyError'
  readonly code = 'UPDATE_BUSY'
  /** Seconds to wait before the update is delivered again. */
  readonly retryAfter: number

  constructor(message: string, details: UpdateBusyDetails) {
    super(message, details)
    this.retryAfter = readNumber(readDetails(details).retryAfter) ?? BUSY_SECONDS
  }

  get [MARK](): true {
    return true
  }

  /** Returns true for an error of this class, also if another copy of the package created it. */
  static override is(value: unknown): value is UpdateBusyError {
    return hasMark(value, MARK)
  }
}
