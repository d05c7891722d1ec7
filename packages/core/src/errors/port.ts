import { type ErrorDetails, hasMark, SocialBaseError } from './base.js'
import { readDetails, readPhrase } from './details.js'

const MARK = Symbol.for('social.error.port')

/** Details of a failed call of a port. */
export interface PortErrorDetails extends ErrorDetails {
  /** The method that failed, such as `journal.open`. */
  readonly port: string
}

/**
 * A port of the application failed: storage, journal, locks, markers, media host. Nothing was sent to the network by the
 * failed step. The failure is temporary for the caller: the same call under the same idempotency key continues later.
 */
export class PortError extends SocialBaseError {
  override readonly name: string = 'PortError'
  readonly code = 'PORT'
  /** The method that failed, such as `journal.open`. */
  readonly port: string

  constructor(message: string, details: PortErrorDetails) {
    super(message, details)
    this.port = readPhrase(readDetails(details).port, 'a port')
  }

  get [MARK](): true {
    return true
  }

  /** True across copies of the package, where `instanceof` is not. */
  static override is(value: unknown): value is PortError {
    return hasMark(value, MARK)
  }
}
