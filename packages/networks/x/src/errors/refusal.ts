import {
  type ErrorDetails,
  quoteNetwork,
  type RawData,
  type ReplyHead,
  type SocialBaseError,
} from '@social/core/platform'

/** Fields that classify a refusal. */
export interface Refusal {
  readonly status: number
  /** Last path segment of the problem's type URL: `client-forbidden`; '' if the body has no type. */
  readonly type: string
  /** Error message of X; '' if the body has no message. */
  readonly message: string
  /** `errors[0].code` of a body in the old format; null if the body has no such code. */
  readonly code: number | null
  readonly reply: ReplyHead
  readonly now: Date
  readonly raw: RawData
}

/** A known refusal, and its error. */
export interface Row {
  readonly status?: readonly number[]
  readonly type?: readonly string[]
  /** The row applies only to request paths that match. */
  readonly at?: RegExp
  /** The row applies only to error messages that match, or to one of the codes. */
  readonly pattern?: RegExp
  /** Equivalent codes of the old format. https://developer.twitter.com/en/docs/basics/response-codes (stored copy, read 2026-11-23) */
  readonly code?: readonly number[]
  make(refusal: Refusal, details: ErrorDetails): SocialBaseError
}

type Kind = new (message: string, details: ErrorDetails) => SocialBaseError

/** Returns a function that creates an error of this class with the message of X. */
export const refuseWith =
  (kind: Kind, opening: string, advice: string): Row['make'] =>
  ({ message }, details) =>
    new kind(`${quoteNetwork(opening, message)} ${advice}`, details)
