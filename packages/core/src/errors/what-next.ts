import { AuthError, SignatureError } from './auth.js'
import { SocialBaseError } from './base.js'
import { ConfigError } from './config.js'
import { InvalidPostError } from './invalid-post.js'
import { NetworkError } from './network.js'
import {
  BlockedError,
  MissingPermissionError,
  NotAllowedError,
  ReplyWindowClosedError,
} from './not-allowed.js'
import { PlatformError } from './platform.js'
import { PortError } from './port.js'
import { OutcomeUnknownError } from './publishing.js'
import { RateLimitError } from './rate-limit.js'
import { SpendingLimitError } from './spending-limit.js'
import { statusFor } from './status.js'
import { UpdateBusyError } from './update-busy.js'

/**
 * Recommended action for an error:
 * - `RETRY`: repeat the call with the same idempotency key after `afterSeconds`.
 * - `SIGN_IN_AGAIN`: the person has to connect the account again.
 * - `CHANGE_POST`: the same call cannot succeed; change the request.
 * - `LOOK_AT_ACCOUNT`: a person has to check the account at the network, then decide.
 * - `GIVE_UP`: neither waiting nor the person can help. A mistake in the application needs its developers.
 */
export type Todo = 'RETRY' | 'SIGN_IN_AGAIN' | 'CHANGE_POST' | 'LOOK_AT_ACCOUNT' | 'GIVE_UP'

/** Recommended action for an error, with the response for the visitor. */
export interface WhatNext {
  readonly todo: Todo
  /**
   * Seconds to wait before `RETRY`; null if unknown. If null, back off from one minute up to one day. Without a
   * `platform` the application's own storage failed: back off from one second up to one minute.
   */
  readonly afterSeconds: number | null
  /** HTTP status for the visitor, as the routes would respond. */
  readonly status: number
  /** Message for the visitor. It reveals no details of the application's mistakes or of errors from elsewhere. */
  readonly message: string
  /** Idempotency key with which to retry the post, reply or message; null for other operations. */
  readonly idempotencyKey: string | null
}

const GENERIC_MESSAGE = 'The server could not do that.'

/** The first match applies: subclasses come before their base class. */
const ROWS: readonly (readonly [{ is(value: unknown): boolean }, Todo])[] = [
  [SignatureError, 'GIVE_UP'],
  [AuthError, 'SIGN_IN_AGAIN'],
  [MissingPermissionError, 'SIGN_IN_AGAIN'],
  [BlockedError, 'GIVE_UP'],
  [ReplyWindowClosedError, 'GIVE_UP'],
  [NotAllowedError, 'LOOK_AT_ACCOUNT'],
  [InvalidPostError, 'CHANGE_POST'],
  [RateLimitError, 'RETRY'],
  [UpdateBusyError, 'RETRY'],
  [PortError, 'RETRY'],
  [NetworkError, 'RETRY'],
]

/**
 * Recommended action for any error, with the HTTP status that a route would return. For error handlers and workers.
 *
 * @param error - Any thrown value.
 * @returns Always a result; `GIVE_UP` and 500 for a value that is not an error of the library.
 * @example
 * app.use((error, _request, response, next) => {
 *   if (!SocialBaseError.is(error)) return next(error)
 *   const { status, message, todo, afterSeconds } = whatNext(error)
 *   if (afterSeconds !== null) response.set('retry-after', String(Math.ceil(afterSeconds)))
 *   response.status(status).json({ error: message, todo })
 * })
 */
export function whatNext(error: unknown): WhatNext {
  const status = statusFor(error)
  if (!SocialBaseError.is(error) || ConfigError.is(error))
    return { todo: 'GIVE_UP', afterSeconds: null, status, message: GENERIC_MESSAGE, idempotencyKey: null }
  const todo = todoFor(error)
  const { idempotencyKey } = error
  // The message of a failed storage call is for the operator.
  const message = PortError.is(error) ? GENERIC_MESSAGE : error.message
  return { todo, afterSeconds: todo === 'RETRY' ? secondsOf(error) : null, status, message, idempotencyKey }
}

function todoFor(error: SocialBaseError): Todo {
  // A retry with the same key never posts twice: the library first queries the post. `retryAfter` is the best moment.
  if (OutcomeUnknownError.is(error)) return secondsOf(error) === null ? 'LOOK_AT_ACCOUNT' : 'RETRY'
  // A limit that is smaller than the request never has room for it.
  if (SpendingLimitError.is(error)) return secondsOf(error) === null ? 'GIVE_UP' : 'RETRY'
  if (PlatformError.is(error)) return error.isOutage ? 'RETRY' : 'GIVE_UP'
  return ROWS.find(([kind]) => kind.is(error))?.[1] ?? 'GIVE_UP'
}

/** The `retryAfter` of the error. Errors of another copy of the package may lack the field. */
function secondsOf(error: SocialBaseError): number | null {
  const seconds: unknown = 'retryAfter' in error ? error.retryAfter : null
  return typeof seconds === 'number' && Number.isFinite(seconds) ? Math.max(0, seconds) : null
}
