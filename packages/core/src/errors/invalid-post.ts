import { type ErrorCode, hasMark, SocialBaseError } from './base.js'

const INVALID = Symbol.for('social.error.invalid-post')
const CONFLICT = Symbol.for('social.error.idempotency-conflict')

/** The post cannot be published: for example it is empty or too long, a file is unreadable, or an option is unknown. */
export class InvalidPostError extends SocialBaseError {
  override readonly name: string = 'InvalidPostError'
  readonly code: ErrorCode = 'INVALID_POST'

  get [INVALID](): true {
    return true
  }

  /** True for an error of this class, including one of another copy of the package. */
  static override is(value: unknown): value is InvalidPostError {
    return hasMark(value, INVALID)
  }
}

/** The idempotency key was already used with different content. Nothing was sent. */
export class IdempotencyConflictError extends InvalidPostError {
  override readonly name: string = 'IdempotencyConflictError'
  override readonly code = 'IDEMPOTENCY_CONFLICT'

  get [CONFLICT](): true {
    return true
  }

  /** True for an error of this class, including one of another copy of the package. */
  static override is(value: unknown): value is IdempotencyConflictError {
    return hasMark(value, CONFLICT)
  }
}
