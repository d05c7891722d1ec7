import {
  type ErrorDetails,
  InvalidPostError,
  type PostField,
  quoteNetwork,
  type RawData,
  type ReplyHead,
  type SharedReason,
  type SocialBaseError,
} from '@social/core/platform'

import { type OwnCode, TEXTS } from '../messages.js'

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

/** Details of an error with a reason, and with the user message of X if the reason is only known to X. */
export function withReason(reason: SharedReason | OwnCode, details: ErrorDetails): ErrorDetails {
  return { ...details, reason, ...(isOwn(reason) && { userText: TEXTS[reason] }) }
}

const isOwn = (code: string): code is OwnCode => Object.hasOwn(TEXTS, code)

type Kind = new (message: string, details: ErrorDetails) => SocialBaseError

/**
 * Returns a function that creates an error of the given class with X's error message. `reason` selects the message for
 * people. Without a reason, the class of the error selects it.
 */
export const refuseWith =
  (kind: Kind, opening: string, advice: string, reason?: SharedReason | OwnCode): Row['make'] =>
  ({ message }, details) =>
    new kind(
      `${quoteNetwork(opening, message)} ${advice}`,
      reason === undefined ? details : withReason(reason, details),
    )

/** Problem of a post that X reports. */
interface Refused {
  readonly field: PostField
  readonly code: SharedReason | OwnCode | 'POST_INVALID'
}

/** Returns a function that creates the refusal of a post, with the problem as data. */
export const refusePost =
  (opening: string, advice: string, { field, code }: Refused): Row['make'] =>
  ({ message: sent }, details) => {
    const message = `${quoteNetwork(opening, sent)} ${advice}`
    const userText = isOwn(code) ? TEXTS[code] : undefined
    const reason = code === 'POST_INVALID' ? null : code
    return new InvalidPostError(message, { ...details, reason, issues: [{ field, code, message, userText }] })
  }
