import {
  type ErrorDetails,
  quoteNetwork,
  type RawData,
  type ReplyHead,
  type SocialBaseError,
} from '@social/core/platform'

/** Fields of X's error response that decide the error class. */
export interface Refusal {
  readonly status: number
  /**
   * Last path segment of the problem's type URL, for example `client-forbidden`; '' if the body
   * has no type.
   */
  readonly type: string
  /** Error message of X; '' if the body has no message. */
  readonly message: string
  /** Value of `errors[0].code` in X's old error format; null if the body has no such code. */
  readonly code: number | null
  readonly reply: ReplyHead
  readonly now: Date
  readonly raw: RawData
}

/** One kind of refusal by X, and the error that reports this refusal. */
export interface Row {
  readonly status?: readonly number[]
  readonly type?: readonly string[]
  /** If set, the row applies only to requests whose path matches. */
  readonly at?: RegExp
  /**
   * If set, the row applies only if the error message matches or `code` contains the error code.
   */
  readonly pattern?: RegExp
  /**
   * Error codes with the same meaning in X's old error format.
   * https://developer.twitter.com/en/docs/basics/response-codes (stored copy, read 2026-11-23)
   */
  readonly code?: readonly number[]
  make(refusal: Refusal, details: ErrorDetails): SocialBaseError
}

type Kind = new (message: string, details: ErrorDetails) => SocialBaseError

/** Returns a function that creates an error of the given class with X's error message. */
export const refuseWith =
  (kind: Kind, opening: string, advice: string): Row['make'] =>
  ({ message }, details) =>
    new kind(`${quoteNetwork(opening, message)} ${advice}`, details)
