import { type ErrorCode, hasMark, SocialBaseError } from './base.js'

const NOT_FOUND = Symbol.for('social.error.not-found')
const GONE = Symbol.for('social.error.post-gone')

/** The requested item does not exist. */
export class NotFoundError extends SocialBaseError {
  override readonly name: string = 'NotFoundError'
  readonly code: ErrorCode = 'NOT_FOUND'

  get [NOT_FOUND](): true {
    return true
  }

  /** True for an error of this class, including one of another copy of the package. */
  static override is(value: unknown): value is NotFoundError {
    return hasMark(value, NOT_FOUND)
  }
}

/** The post or comment was deleted, or never existed. */
export class PostGoneError extends NotFoundError {
  override readonly name: string = 'PostGoneError'
  override readonly code = 'POST_GONE'

  get [GONE](): true {
    return true
  }

  /** True for an error of this class, including one of another copy of the package. */
  static override is(value: unknown): value is PostGoneError {
    return hasMark(value, GONE)
  }
}
