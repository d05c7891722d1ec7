import { type ErrorDetails, hasMark, SocialBaseError } from './base.js'
import { BUSY_SECONDS, readDetails, readNumber } from './details.js'

const MARK = Symbol.for('social.error.update-busy')

/** Details of an update that another worker holds. */
export interface UpdateBusyDetails extends ErrorDetails {
  /** Seconds to wait before the next delivery. */
  readonly retryAfter: number
}

/** Another worker is handling the same update. This call handled nothing: deliver the update again later. */
export class UpdateBusyError extends SocialBaseError {
  override readonly name: string = 'UpdateBusyError'
  readonly code = 'UPDATE_BUSY'
  /** Seconds to wait before the next delivery. */
  readonly retryAfter: number

  constructor(message: string, details: UpdateBusyDetails) {
    super(message, details)
    this.retryAfter = readNumber(readDetails(details).retryAfter) ?? BUSY_SECONDS
  }

  get [MARK](): true {
    return true
  }

  /** True for an error of this class, including one of another copy of the package. */
  static override is(value: unknown): value is UpdateBusyError {
    return hasMark(value, MARK)
  }
}
