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
 * What to do about an error:
 * - `RETRY`: the same call again, under the same idempotency key, after `afterSeconds`;
 * - `SIGN_IN_AGAIN`: the person has to connect the account again;
 * - `CHANGE_POST`: the same call cannot succeed; something else has to be asked for;
 * - `LOOK_AT_ACCOUNT`: a person has to look at the account at the network, then decide;
 * - `GIVE_UP`: neither waiting nor the person can help; where it is a mistake of the application, its people can.
 */
export type Todo = 'RETRY' | 'SIGN_IN_AGAIN' | 'CHANGE_POST' | 'LOOK_AT_ACCOUNT' | 'GIVE_UP'

/** What comes after an error. */
export interface WhatNext {
  readonly todo: Todo
  /**
   * Seconds to wait before `RETRY`; null where nobody said: back off by yourself, from a minute up
   * to a day; from a second up to a minute where the error names no network, which is a store of your own.
   */
  readonly afterSeconds: number | null
  /** The HTTP status that tells a visitor about it, as the routes would. */
  readonly status: number
  /** Words for the visitor; those of the application's own mistakes and of foreign errors give nothing away. */
  readonly message: string
  /** The key to try the same post, reply or message again with; null for other operations. */
  readonly idempotencyKey: string | null
}

const NOTHING_REPORTED = 'The server could not do that.'

/** First match wins: a class stands above those it derives from. */
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
 * Tells what to do about any error, with the HTTP status a route would give it: for error handlers and for workers.
 *
 * @param error - Anything that was thrown.
 * @returns Always an answer; `GIVE_UP` and 500 for what is no error of the library.
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
    return { todo: 'GIVE_UP', afterSeconds: null, status, message: NOTHING_REPORTED, idempotencyKey: null }
  const todo = todoFor(error)
  const { idempotencyKey } = error
  // The message of a failed store is for the operator.
  const message = PortError.is(error) ? NOTHING_REPORTED : error.message
  return { todo, afterSeconds: todo === 'RETRY' ? secondsOf(error) : null, status, message, idempotencyKey }
}

function todoFor(error: SocialBaseError): Todo {
  // Asking again under the same key is no second post: the library looks first. It says when that is worth while.
  if (OutcomeUnknownError.is(error)) return secondsOf(error) === null ? 'LOOK_AT_ACCOUNT' : 'RETRY'
  // A limit that is smaller than the request never has room for it.
  if (SpendingLimitError.is(error)) return secondsOf(error) === null ? 'GIVE_UP' : 'RETRY'
  if (PlatformError.is(error)) return error.isOutage ? 'RETRY' : 'GIVE_UP'
  return ROWS.find(([kind]) => kind.is(error))?.[1] ?? 'GIVE_UP'
}

/** What the error says of waiting; another copy of the package may not have the field. */
function secondsOf(error: SocialBaseError): number | null {
  const seconds: unknown = 'retryAfter' in error ? error.retryAfter : null
  return typeof seconds === 'number' && Number.isFinite(seconds) ? Math.max(0, seconds) : null
}
