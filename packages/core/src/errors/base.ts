/** A reply of a network, untouched: an object of whatever it sent. */
export type RawData = Readonly<Record<string, unknown>>

/** What every error of the library is made from, beside its message. */
export interface ErrorDetails {
  /** Registered name of the network it is about; null for a problem on the application's own side. */
  readonly platform?: string | null
  /** The network's untouched reply; `{}` when there was none. Hidden when printed. */
  readonly raw?: RawData
  /** What led to this error. */
  readonly cause?: unknown
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
  | 'INVALID_POST'
  | 'IDEMPOTENCY_CONFLICT'
  | 'NOT_SUPPORTED'
  | 'NETWORK'
  | 'PUBLISH_BUSY'
  | 'OUTCOME_UNKNOWN'
  | 'UPDATE_BUSY'
  | 'PLATFORM'

/** True when `value` carries `mark`: how errors are told apart across copies of the package. */
export function hasMark(value: unknown, mark: symbol): boolean {
  return typeof value === 'object' && value !== null && mark in value
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

  constructor(message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause })
    this.platform = details.platform ?? null
    Object.defineProperty(this, 'raw', { value: details.raw ?? {}, enumerable: false })
    Object.defineProperty(this, 'idempotencyKey', { value: null, enumerable: false, configurable: true })
  }

  get [MARK](): true {
    return true
  }

  /** True for an error of the library, also of another copy of it, where `instanceof` is not. */
  static is(value: unknown): value is SocialBaseError {
    return hasMark(value, MARK)
  }
}

/** Puts the key of the failed operation on the error; what is no error of ours is left alone. */
export function stampIdempotencyKey(error: unknown, key: string): void {
  if (!SocialBaseError.is(error)) return
  Object.defineProperty(error, 'idempotencyKey', { value: key, enumerable: true, configurable: true })
}
