import { type ErrorDetails, hasMark, SocialBaseError } from './base.js'
import { BUSY_SECONDS, readDetails, readNumber } from './details.js'

const MARK = Symbol.for('social.error.update-busy')

/** Details of an update that another worker has in hand. */
export interface UpdateBusyDetails extends ErrorDetails {
  /** Seconds after which to deliver it again. */
  readonly retryAfter: number
}

/** Another worker is handling the same update right now. Deliver it again later; nothing was handled by this call. */
export class UpdateBusyError extends SocialBaseError {
  override readonly name: string = 'UpdateBusyError'
  readonly code = 'UPDATE_BUSY'
  /** Seconds after which to deliver it again. */
  readonly retryAfter: number

  constructor(message: string, details: UpdateBusyDetails) {
    super(message, details)
    this.retryAfter = readNumber(readDetails(details).retryAfter) ?? BUSY_SECONDS
  }

  get [MARK](): true {
    return true
  }

  /** True across copies of the package, where `instanceof` is not. */
  static override is(value: unknown): value is UpdateBusyError {
    return hasMark(value, MARK)
  }
}
