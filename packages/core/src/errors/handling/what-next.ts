import { AuthError, SignatureError } from '../auth.js'
import { SocialBaseError } from '../base.js'
import { ConfigError } from '../config.js'
import { InvalidHostError } from '../invalid-host.js'
import { InvalidPostError } from '../invalid-post.js'
import { NetworkError } from '../network.js'
import {
  BlockedError,
  MissingPermissionError,
  NotAllowedError,
  ReplyWindowClosedError,
} from '../not-allowed.js'
import { NoConnectionError } from '../not-found.js'
import { PlatformError } from '../platform.js'
import { PortError } from '../port.js'
import { OutcomeUnknownError, PublishBusyError } from '../publishing.js'
import { RateLimitError } from '../rate-limit.js'
import { SpendingLimitError } from '../spending-limit.js'
import { UpdateBusyError } from '../update-busy.js'
import { userMessageOf } from '../user-messages/user-message-of.js'
import type { UserMessages } from '../user-messages/user-message.js'
import { statusFor } from './status.js'

/**
 * Recommended action for an error:
 * - `RETRY`: repeat the call with the same idempotency key after `afterSeconds`.
 * - `SIGN_IN_AGAIN`: the user must connect the account again.
 * - `CHANGE_POST`: the same call would fail again, so change the request.
 * - `LOOK_AT_ACCOUNT`: a person must check the account at the network before the next step.
 * - `GIVE_UP`: neither waiting nor the user can help. The application's developers must correct
 * it.
 */
export const Todo = {
  RETRY: 'RETRY',
  SIGN_IN_AGAIN: 'SIGN_IN_AGAIN',
  CHANGE_POST: 'CHANGE_POST',
  LOOK_AT_ACCOUNT: 'LOOK_AT_ACCOUNT',
  GIVE_UP: 'GIVE_UP',
} as const
/** Recommended action for an error. */
export type Todo = keyof typeof Todo

/** Recommended action for an error, and the response to the visitor whose request failed. */
export interface WhatNext {
  readonly todo: Todo
  /**
   * Seconds to wait before `RETRY`. If null, wait one minute, and then increasingly longer, up to
   * one day. If the error has no `platform`, the application's storage failed. Then wait one second,
   * and increasingly longer, up to one minute.
   */
  readonly afterSeconds: number | null
  /**
   * HTTP status for the response to the visitor. The library's routes respond with the same
   * status.
   */
  readonly status: number
  /**
   * Message for developers and logs. For mistakes of the application and for other errors, this message
   * contains no details. Visitors get `userMessage`.
   */
  readonly message: string
  /** Message for the visitor, in the language of `messages`. It names no methods, options or codes. */
  readonly userMessage: string
  /** Idempotency key with which to retry the post, reply or message; null for other operations. */
  readonly idempotencyKey: string | null
}

const GENERIC_MESSAGE = 'The server could not do that.'

/**
 * Action for each error class. The first matching class decides, so subclasses come before their
 * base class.
 */
const ROWS: readonly (readonly [{ is(value: unknown): boolean }, Todo])[] = [
  [SignatureError, 'GIVE_UP'],
  [AuthError, 'SIGN_IN_AGAIN'],
  [NoConnectionError, 'SIGN_IN_AGAIN'],
  [MissingPermissionError, 'SIGN_IN_AGAIN'],
  [BlockedError, 'GIVE_UP'],
  [ReplyWindowClosedError, 'GIVE_UP'],
  [NotAllowedError, 'LOOK_AT_ACCOUNT'],
  [InvalidPostError, 'CHANGE_POST'],
  [InvalidHostError, 'CHANGE_POST'],
  [RateLimitError, 'RETRY'],
  [PublishBusyError, 'RETRY'],
  [UpdateBusyError, 'RETRY'],
  [PortError, 'RETRY'],
  [NetworkError, 'RETRY'],
]

/**
 * Recommended action for any error, with the HTTP status that a route would return. For error handlers and workers.
 *
 * @param error - Any thrown value.
 * @param messages - Language and texts of `userMessage`. Default: English.
 * @returns Always a result; `GIVE_UP` and 500 for a value that is not an error of the library.
 * @example
 * app.use((error, _request, response, next) => {
 *   if (!SocialBaseError.is(error)) return next(error)
 *   const { status, userMessage, todo, afterSeconds } = whatNext(error, { language: 'de' })
 *   if (afterSeconds !== null) response.set('retry-after', String(Math.ceil(afterSeconds)))
 *   response.status(status).json({ error: userMessage, todo })
 * })
 */
export function whatNext(error: unknown, messages?: UserMessages): WhatNext {
  const status = statusFor(error)
  if (!SocialBaseError.is(error) || ConfigError.is(error))
    return {
      todo: 'GIVE_UP',
      afterSeconds: null,
      status,
      message: GENERIC_MESSAGE,
      userMessage: userMessageOf(error, messages),
      idempotencyKey: null,
    }
  const todo = todoFor(error)
  const { idempotencyKey } = error
  // The message of a `PortError` is meant for the operator, so it is replaced by a generic message.
  const message = PortError.is(error) ? GENERIC_MESSAGE : error.message
  const afterSeconds = todo === 'RETRY' ? secondsOf(error) : null
  return { todo, afterSeconds, status, message, userMessage: userMessageOf(error, messages), idempotencyKey }
}

function todoFor(error: SocialBaseError): Todo {
  // A retry with the same key does not post twice, because the library first checks whether the
  // post exists. `retryAfter` is null if it cannot check.
  if (OutcomeUnknownError.is(error)) return secondsOf(error) === null ? 'LOOK_AT_ACCOUNT' : 'RETRY'
  // Without `retryAfter` the limit is smaller than the cost of the request, so waiting does not
  // help.
  if (SpendingLimitError.is(error)) return secondsOf(error) === null ? 'GIVE_UP' : 'RETRY'
  if (PlatformError.is(error)) return error.isOutage ? 'RETRY' : 'GIVE_UP'
  return ROWS.find(([kind]) => kind.is(error))?.[1] ?? 'GIVE_UP'
}

/**
 * Returns `retryAfter` in seconds. Null if the error has no such field, for example an error of
 * another copy of the package.
 */
function secondsOf(error: SocialBaseError): number | null {
  const seconds: unknown = 'retryAfter' in error ? error.retryAfter : null
  return typeof seconds === 'number' && Number.isFinite(seconds) ? Math.max(0, seconds) : null
}
