import { inspect } from 'node:util'

import { readDetails, readFlag, readText, readMessage } from './details.js'

/** Unmodified response of a network: an object of any shape. */
export type RawData = Readonly<Record<string, unknown>>

/** Fields that every error of the library accepts in addition to its message. */
export interface ErrorDetails {
  /** Registered name of the network; null for a problem of the application itself. */
  readonly platform?: string | null | undefined
  /** Unmodified response of the network; `{}` if there was none. Hidden when printed. */
  readonly raw?: RawData | undefined
  /** The error that caused this error. */
  readonly cause?: unknown
  /**
   * True for a refusal that the network is known to send even after the request took effect. The library then checks
   * whether the post was published. Default: false.
   */
  readonly mayHaveTakenEffect?: boolean | undefined
}

/** Machine-readable name of an error, stable across releases. */
export type ErrorCode =
  | 'CONFIG'
  | 'AUTH'
  | 'TOKEN_EXPIRED'
  | 'SIGNATURE'
  | 'NOT_ALLOWED'
  | 'MISSING_PERMISSION'
  | 'BLOCKED'
  | 'REPLY_WINDOW_CLOSED'
  | 'NOT_FOUND'
  | 'POST_GONE'
  | 'RATE_LIMIT'
  | 'SPENDING_LIMIT'
  | 'INVALID_POST'
  | 'IDEMPOTENCY_CONFLICT'
  | 'NOT_SUPPORTED'
  | 'NETWORK'
  | 'PUBLISH_BUSY'
  | 'OUTCOME_UNKNOWN'
  | 'UPDATE_BUSY'
  | 'PORT'
  | 'PLATFORM'

/** One published post of a thread. */
export interface PartOut {
  /** Id of the post at the network. */
  readonly id: string
  /** URL of the post for people; null if the network returned none. */
  readonly url: string | null
}

const NO_PARTS: readonly PartOut[] = Object.freeze([])

/** True if `value` carries `mark`. Marks identify errors across copies of the package. */
export function hasMark(value: unknown, mark: symbol): boolean {
  try {
    return typeof value === 'object' && value !== null && mark in value
  } catch {
    return false // A thrown value can be a Proxy whose traps throw.
  }
}

const MARK = Symbol.for('social.error')

/** Base class of every error that the library throws. */
export abstract class SocialBaseError extends Error {
  /** Machine-readable name of the error. */
  abstract readonly code: ErrorCode
  /** Registered name of the network; null for a problem of the application itself. */
  readonly platform: string | null
  /** Unmodified response of the network; `{}` if there was none. */
  declare readonly raw: RawData
  /** Idempotency key with which to retry the failed post, reply or message; null for other operations. */
  declare readonly idempotencyKey: string | null
  /** True for a refusal that the network is known to send even after the request took effect. Hidden when printed. */
  declare readonly mayHaveTakenEffect: boolean

  constructor(message: string, details: ErrorDetails = {}) {
    const { cause = causeIn(message), platform, raw, mayHaveTakenEffect } = readDetails(details)
    super(readMessage(message), cause === undefined ? undefined : { cause })
    this.platform = readText(platform)
    // Configurable: a secret that the network quoted in its response must be removable.
    Object.defineProperty(this, 'raw', { value: readDetails(raw), enumerable: false, configurable: true })
    Object.defineProperty(this, 'idempotencyKey', { value: null, enumerable: false, configurable: true })
    const isDoubtful = readFlag(mayHaveTakenEffect, false)
    Object.defineProperty(this, 'mayHaveTakenEffect', { value: isDoubtful, enumerable: false })
  }

  get [MARK](): true {
    return true
  }

  /** Prints the error without its hidden fields (tokens, receipts), also for `%o` and `showHidden`. */
  [inspect.custom](
    _depth: number,
    { showHidden = false }: { readonly showHidden?: boolean | undefined },
  ): object {
    return showHidden ? printableCopy(this) : this
  }

  /** Published posts of a thread whose `postThread` call failed, in order. Empty for other operations. */
  get partsOut(): readonly PartOut[] {
    return NO_PARTS
  }

  /** True for an error of the library, including errors of another copy of the package. */
  static is(value: unknown): value is SocialBaseError {
    return hasMark(value, MARK)
  }
}

/** An error that was passed in place of the message. It becomes the cause. */
function causeIn(message: unknown): Error | undefined {
  return message instanceof Error ? message : undefined
}

/** Fields of an error that are printed although they are not enumerable. */
const ALWAYS_PRINTED = ['stack', 'message', 'cause'] as const

/** A copy that contains only the printed fields. Its own inspection returns it unchanged. */
function printableCopy(error: Error): object {
  const copy: object = Object.create(Object.getPrototypeOf(error) as object, {
    ...Object.getOwnPropertyDescriptors(Object.assign({}, error)),
    [inspect.custom]: {
      value(this: object) {
        return this
      },
    },
  })
  for (const name of ALWAYS_PRINTED)
    if (name in error) Object.defineProperty(copy, name, { value: error[name], enumerable: false })
  return copy
}

/**
 * Copies an error of the library with its class, message, fields, stack and cause. Callers that waited for the same
 * failed work must not share one error object, because each caller sets its own idempotency key.
 *
 * @returns The copy. A value that is not an error of the library is returned unchanged.
 */
export function copyError(error: unknown): unknown {
  if (!SocialBaseError.is(error)) return error
  // Created with `Error`, so that debuggers and `Error.isError` recognize it. The class and own fields follow.
  const copy: object = new Error(error.message)
  Object.setPrototypeOf(copy, Object.getPrototypeOf(error) as object)
  return Object.defineProperties(copy, Object.getOwnPropertyDescriptors(error))
}

/** Copies an error of the library and sets its idempotency key. Other values are returned unchanged. */
export function withIdempotencyKey(error: unknown, key: string): unknown {
  const copy = copyError(error)
  if (SocialBaseError.is(copy))
    Object.defineProperty(copy, 'idempotencyKey', { value: key, enumerable: true, configurable: true })
  return copy
}

/** Copies an error of the library and adds the published posts of the thread. Other values are returned unchanged. */
export function withPartsOut(error: unknown, parts: readonly PartOut[], sentence: string): unknown {
  const copy = copyError(error)
  if (!SocialBaseError.is(copy)) return copy
  copy.message = `${copy.message} ${sentence}`
  if (parts.length > 0)
    Object.defineProperty(copy, 'partsOut', { value: parts, enumerable: true, configurable: true })
  return copy
}
