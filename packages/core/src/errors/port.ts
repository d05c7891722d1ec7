import { type ErrorDetails, hasMark, SocialBaseError } from './base.js'
import { readDetails, readPhrase } from './details.js'

const MARK = Symbol.for('social.error.port')

/** Details of a failed call of a port. */
export interface PortErrorDetails extends ErrorDetails {
  /** Name of the method that failed, for example `journal.open`. */
  readonly port: string
}

/**
 * A port of the application failed: storage, journal, locks, markers or media host. The failed step sent nothing to the
 * network. The failure is temporary: a later call with the same idempotency key resumes.
 */
export class PortError extends SocialBaseError {
  override readonly name: string = 'PortError'
  readonly code = 'PORT'
  /** Name of the method that failed, for example `journal.open`. */
  readonly port: string

  constructor(message: string, details: PortErrorDetails) {
    super(message, details)
    this.port = readPhrase(readDetails(details).port, 'a port')
  }

  get [MARK](): true {
    return true
  }

  /** True for an error of this class, including one of another copy of the package. */
  static override is(value: unknown): value is PortError {
    return hasMark(value, MARK)
  }
}
