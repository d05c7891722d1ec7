import { type ErrorCode, hasMark, SocialBaseError } from './base.js'

const NOT_FOUND = Symbol.for('social.error.not-found')
const NO_CONNECTION = Symbol.for('social.error.no-connection')
const GONE = Symbol.for('social.error.post-gone')

/** Error of a request for an item that does not exist. */
export class NotFoundError extends SocialBaseError {
  override readonly name: string = 'NotFoundError'
  readonly code: ErrorCode = 'NOT_FOUND'

  get [NOT_FOUND](): true {
    return true
  }

  /** Returns true for an error of this class, also if another copy of the package created it. */
  static override is(value: unknown): value is NotFoundError {
    return hasMark(value, NOT_FOUND)
  }
}

/** Error of a post or comment that was deleted, or that never existed. */
export class PostGoneError extends NotFoundError {
  override readonly name: string = 'PostGoneError'
  override readonly code = 'POST_GONE'

  get [GONE](): true {
    return true
  }

  /** Returns true for an error of this class, also if another copy of the package created it. */
  static override is(value: unknown): value is PostGoneError {
    return hasMark(value, GONE)
  }
}

/**
 * Error of a call for an account that is not connected: no connection is stored under its id. The
 * account was never connected, or its connection was deleted. Nothing was sent.
 */
export class NoConnectionError extends NotFoundError {
  override readonly name: string = 'NoConnectionError'
  override readonly code = 'NO_CONNECTION'

  get [NO_CONNECTION](): true {
    return true
  }

  /** Returns true for an error of this class, also if another copy of the package created it. */
  static override is(value: unknown): value is NoConnectionError {
    return hasMark(value, NO_CONNECTION)
  }
}
