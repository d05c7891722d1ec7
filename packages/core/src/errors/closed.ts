import { hasMark, SocialBaseError } from './base.js'

const MARK = Symbol.for('social.error.closed')

/** The client, dispatcher, poller or worker was closed. Nothing was sent. A call on this object never succeeds again. */
export class ClosedError extends SocialBaseError {
  override readonly name: string = 'ClosedError'
  readonly code = 'CLOSED'

  get [MARK](): true {
    return true
  }

  /** True for an error of this class, including one of another copy of the package. */
  static override is(value: unknown): value is ClosedError {
    return hasMark(value, MARK)
  }
}
