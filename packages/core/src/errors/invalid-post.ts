import { type ErrorCode, hasMark, SocialBaseError } from './base.js'

const INVALID = Symbol.for('social.error.invalid-post')
const CONFLICT = Symbol.for('social.error.idempotency-conflict')

/**
 * Error of a post that cannot be published, for example because it is empty or too long, a file is
 * unreadable, or an option is unknown.
 */
export class InvalidPostError extends SocialBaseError {
  override readonly name: string = 'InvalidPostError'
  readonly code: ErrorCode = 'INVALID_POST'

  get [INVALID](): true {
    return true
  }

  /** Returns true for an error of this class, also if another copy of the package created it. */
  static override is(value: unknown): value is InvalidPostError {
    return hasMark(value, INVALID)
  }
}

/** Error of an idempotency key that was used before with other content. Nothing was sent. */
export class IdempotencyConflictError extends InvalidPostError {
  override readonly name: string = 'IdempotencyConflictError'
  override readonly code = 'IDEMPOTENCY_CONFLICT'

  get [CONFLICT](): true {
    return true
  }

  /** Returns true for an error of this class, also if another copy of the package created it. */
  static override is(value: unknown): value is IdempotencyConflictError {
    return hasMark(value, CONFLICT)
  }
}
