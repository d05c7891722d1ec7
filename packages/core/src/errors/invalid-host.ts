import { hasMark, SocialBaseError } from './base.js'

const MARK = Symbol.for('social.error.invalid-host')

/** The name of a server, typed by a person at sign-in, is not a valid server name. Nothing was sent. */
export class InvalidHostError extends SocialBaseError {
  override readonly name: string = 'InvalidHostError'
  readonly code = 'INVALID_HOST'

  get [MARK](): true {
    return true
  }

  /** True for an error of this class, including one of another copy of the package. */
  static override is(value: unknown): value is InvalidHostError {
    return hasMark(value, MARK)
  }
}
