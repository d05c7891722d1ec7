import { inspect } from 'node:util'

import { readDetails, readFlag, readText, readMessage } from './details.js'

/** A reply of a network, untouched: an object of whatever it sent. */
export type RawData = Readonly<Record<string, unknown>>

/** What every error of the library is made from, beside its message. */
export interface ErrorDetails {
  /** Registered name of the network it is about; null for a problem on the application's own side. */
  readonly platform?: string | null | undefined
  /** The network's untouched reply; `{}` when there was none. Hidden when printed. */
  readonly raw?: RawData | undefined
  /** What led to this error. */
  readonly cause?: unknown
  /**
   * True for a refusal that the network is known to send after the effect: a visible request that gets it may have
   * published, and is queried before the refusal is believed. False unless given.
   */
  readonly mayHaveTakenEffect?: boolean | undefined
}

/** The machine-readable name of an error, stable across releases. */
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

/** One post of a thread that is out. */
export interface PartOut {
  /** Its id at the network. */
  readonly id: string
  /** Where people can look at it; null where the network tells no address. */
  readonly url: string | null
}

const NOTHING_OUT: readonly PartOut[] = Object.freeze([])

/** True when `value` carries `mark`: how errors are told apart across copies of the package. */
export function hasMark(value: unknown, mark: symbol): boolean {
  try {
    return typeof value === 'object' && value !== null && mark in value
  } catch {
    return false // a Proxy that refuses to be looked at; anything can be thrown
  }
}

const MARK = Symbol.for('social.error')

/** Everything the library raises derives from this class. */
export abstract class SocialBaseError extends Error {
  /** The machine-readable name of the error. */
  abstract readonly code: ErrorCode
  /** Registered name of the network; null for a problem on the application's own side. */
  readonly platform: string | null
  /** The network's untouched reply; `{}` when there was none. */
  declare readonly raw: RawData
  /** The key under which the failed post, reply or message can be tried again; null for other operations. */
  declare readonly idempotencyKey: string | null
  /** True for a refusal that the network is known to send after the effect. Hidden when printed. */
  declare readonly mayHaveTakenEffect: boolean

  constructor(message: string, details: ErrorDetails = {}) {
    const { cause = causeIn(message), platform, raw, mayHaveTakenEffect } = readDetails(details)
    super(readMessage(message), cause === undefined ? undefined : { cause })
    this.platform = readText(platform)
    // Configurable, so that a secret that a network quoted can be taken out of it.
    Object.defineProperty(this, 'raw', { value: readDetails(raw), enumerable: false, configurable: true })
    Object.defineProperty(this, 'idempotencyKey', { value: null, enumerable: false, configurable: true })
    const isDoubtful = readFlag(mayHaveTakenEffect, false)
    Object.defineProperty(this, 'mayHaveTakenEffect', { value: isDoubtful, enumerable: false })
  }

  get [MARK](): true {
    return true
  }

  /** Printed as any error. `%o` and `showHidden` show no more than that: a token or a receipt may be hidden here. */
  [inspect.custom](
    _depth: number,
    { showHidden = false }: { readonly showHidden?: boolean | undefined },
  ): object {
    return showHidden ? printableCopy(this) : this
  }

  /** The posts of the thread that are out all the same, in order; empty for whatever is no `postThread`. */
  get partsOut(): readonly PartOut[] {
    return NOTHING_OUT
  }

  /** True for an error of the library, also of another copy of it, where `instanceof` is not. */
  static is(value: unknown): value is SocialBaseError {
    return hasMark(value, MARK)
  }
}

/** The error that was passed where words belong, so that it is not lost. */
function causeIn(message: unknown): Error | undefined {
  return message instanceof Error ? message : undefined
}

/** What every error shows although it cannot be spread. */
const ALWAYS_PRINTED = ['stack', 'message', 'cause'] as const

/** An error with nothing in it but what is printed, and printed as it is. */
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
 * A copy of an error of the library, for one caller alone: class, words, fields, stack and cause are the same. Several
 * callers that waited for the same failed work must not share one object, because each gets its own idempotency key.
 *
 * @returns What is no error of the library as it is: it is not ours to copy.
 */
export function copyError(error: unknown): unknown {
  if (!SocialBaseError.is(error)) return error
  // Made by `Error` itself, so that debuggers and `Error.isError` know it; then given the class and every own field.
  const copy: object = new Error(error.message)
  Object.setPrototypeOf(copy, Object.getPrototypeOf(error) as object)
  return Object.defineProperties(copy, Object.getOwnPropertyDescriptors(error))
}

/** A copy of an error of the library with the key of the failed operation on it; anything else as it is. */
export function withIdempotencyKey(error: unknown, key: string): unknown {
  const copy = copyError(error)
  if (SocialBaseError.is(copy))
    Object.defineProperty(copy, 'idempotencyKey', { value: key, enumerable: true, configurable: true })
  return copy
}

/** A copy of an error of the library that tells which posts of a thread are out; anything else as it is. */
export function withPartsOut(error: unknown, parts: readonly PartOut[], sentence: string): unknown {
  const copy = copyError(error)
  if (!SocialBaseError.is(copy)) return copy
  copy.message = `${copy.message} ${sentence}`
  if (parts.length > 0)
    Object.defineProperty(copy, 'partsOut', { value: parts, enumerable: true, configurable: true })
  return copy
}
