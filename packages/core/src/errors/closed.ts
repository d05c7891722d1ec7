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

/**
 * Returns the `ClosedError` of a failure: the error itself, its cause, or one of several errors. Null if there is
 * none. The error of a dispatcher contains the errors of all handlers.
 */
export function closedErrorIn(error: unknown): ClosedError | null {
  const all: readonly unknown[] =
    error instanceof AggregateError
      ? [error, ...(error.errors as readonly unknown[])] // safe cast: the standard types the list as any[]
      : [error]
  for (const each of all) {
    if (ClosedError.is(each)) return each
    if (SocialBaseError.is(each) && ClosedError.is(each.cause)) return each.cause
  }
  return null
}
