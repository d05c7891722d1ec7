import { type ErrorDetails, hasMark, SocialBaseError } from './base.js'
import { readDetails, readPhrase } from './details.js'

const MARK = Symbol.for('social.error.port')

/** Details of a `PortError`. */
export interface PortErrorDetails extends ErrorDetails {
  /** Name of the method that failed, such as `journal.open`. */
  readonly port: string
}

/**
 * Error of a port, which is a service that the application provides: storage, journal, locks,
 * markers or media host. The failed step sent nothing to the network. The failure is temporary.
 * Another call with the same idempotency key resumes the post.
 */
export class PortError extends SocialBaseError {
  override readonly name: string = 'PortError'
  readonly code = 'PORT'
  /** Name of the method that failed, such as `journal.open`. */
  readonly port: string

  constructor(message: string, details: PortErrorDetails) {
    super(message, details)
    this.port = readPhrase(readDetails(details).port, 'a port')
  }

  get [MARK](): true {
    return true
  }

  /** Returns true for an error of this class, also if another copy of the package created it. */
  static override is(value: unknown): value is PortError {
    return hasMark(value, MARK)
  }
}
