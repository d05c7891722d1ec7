import {
  type ErrorDetails,
  quoteNetwork,
  type RawData,
  type ReplyHead,
  type SocialBaseError,
} from '@social/core/platform'

/** What a refusal is judged by. */
export interface Refusal {
  readonly status: number
  /** Last part of the problem's address: `client-forbidden`; '' where there is none. */
  readonly type: string
  /** X's own words; '' when it gave none. */
  readonly words: string
  /** `errors[0].code` of a body in the old format; null without one. */
  readonly code: number | null
  readonly reply: ReplyHead
  readonly now: Date
  readonly raw: RawData
}

/** A refusal that we know, and what it is to an application. */
export interface Row {
  readonly status?: readonly number[]
  readonly type?: readonly string[]
  /** Only below this path. */
  readonly at?: RegExp
  /** Only with this text, or with one of the codes. */
  readonly says?: RegExp
  /** Codes of the old format that mean the same. https://developer.twitter.com/en/docs/basics/response-codes (stored copy, read 2026-11-23) */
  readonly code?: readonly number[]
  make(refusal: Refusal, details: ErrorDetails): SocialBaseError
}

type Kind = new (message: string, details: ErrorDetails) => SocialBaseError

/** Makes an error of this kind with the words of X. */
export const refuseWith =
  (kind: Kind, opening: string, advice: string): Row['make'] =>
  ({ words }, details) =>
    new kind(`${quoteNetwork(opening, words)} ${advice}`, details)
