import {
  AuthError,
  type ErrorDetails,
  InvalidPostError,
  NotAllowedError,
  PlatformError,
  type PostIssueInit,
  quoteNetwork,
  RateLimitError,
  type SocialBaseError,
} from '@social/core/platform'

import type { GraphFault } from './fault.js'

/** Remedy of a refused post, for developers, and the problem of the post as data. */
export interface RefusedPart extends Omit<PostIssueInit, 'message'> {
  /** One sentence. Default: `Correct it, and post again.` */
  readonly remedy?: string | undefined
}

/** Remedy of a refusal for developers, and its reason, which determines the message for people. */
export interface RefusedReason extends Pick<ErrorDetails, 'reason' | 'userText'> {
  /** One or more sentences. */
  readonly remedy: string
}

/** Details for the library error, in addition to the network's error. */
export interface FaultDetails extends ErrorDetails {
  readonly platform: string
}

/**
 * Conversion rule: a known refusal of the network, and the library error for the refusal. All
 * given conditions must match.
 */
export interface FaultRow {
  readonly codes?: readonly number[] | undefined
  readonly subcodes?: readonly number[] | undefined
  /**
   * The rule applies if the error message contains one of these texts, or if the error type equals
   * one. Example: `THREADS_API__LINK_LIMIT_EXCEEDED`.
   */
  readonly message?: readonly string[] | undefined
  readonly when?: ((fault: GraphFault) => boolean) | undefined
  make(fault: GraphFault, details: FaultDetails): SocialBaseError
}

/**
 * Returns the last segment of the request's path. For an object without a further segment, this is
 * the object id.
 */
export const edgeOf = ({ url }: GraphFault): string => url.pathname.split('/').at(-1) ?? ''

/**
 * Returns a function for `mayHaveTakenEffect`. It matches two refusals that the network has also
 * sent for published posts: the spam refusal (4/2207051) and code 10.
 * https://github.com/gitroomhq/postiz-app/pull/1568 (2026-05-29)
 *
 * @param edge - Last path segment of the request that publishes a container.
 */
export const seenAfterPublish =
  (edge: string) =>
  (fault: GraphFault): boolean =>
    fault.method === 'POST' && edgeOf(fault) === edge && (fault.subcode === 2_207_051 || fault.code === 10)

/** Creates the rules for a refusal that has several codes or subcodes. */
export function rowsFor(
  { codes, subcodes }: { readonly codes: readonly number[]; readonly subcodes: readonly number[] },
  make: FaultRow['make'],
): readonly FaultRow[] {
  return [
    { codes, make },
    { subcodes, make },
  ]
}

/** Returns an error message in the form `opening: message of the network. Remedy.` */
export function refusalMessage(opening: string, { message }: GraphFault, remedy: string): string {
  return [quoteNetwork(opening, message), remedy].filter(Boolean).join(' ')
}

/** Creates an InvalidPostError with one issue. `what` is a noun phrase such as "the picture". */
export const refusedPost =
  (what: string, { remedy = 'Correct it, and post again.', ...issue }: RefusedPart): FaultRow['make'] =>
  (fault, details) => {
    const message = refusalMessage(`${details.platform} refused ${what}`, fault, remedy)
    return new InvalidPostError(message, { ...details, reason: issue.code, issues: [{ ...issue, message }] })
  }

/** Creates the error for a file that the network could not fetch from its URL. */
export const unfetchableFile = refusedPost('the file: it cannot be fetched from its URL', {
  remedy: 'The URL must be public, without a login, and allowed by robots.txt.',
  field: 'media',
  code: 'MEDIA_NOT_FETCHED',
})

/** Creates a NotAllowedError: the account or the app lacks a permission. */
export const notAllowed =
  (why: string, { remedy, ...reason }: RefusedReason): FaultRow['make'] =>
  (fault, details) =>
    new NotAllowedError(
      refusalMessage(`${details.platform} does not allow the request: ${why}`, fault, remedy),
      { ...details, ...reason },
    )

/** Creates an AuthError: the network does not accept the token for a known reason. */
export const refusedToken =
  (why: string, { remedy, ...reason }: RefusedReason): FaultRow['make'] =>
  (fault, details) =>
    new AuthError(refusalMessage(`${details.platform} refused the token: ${why}`, fault, remedy), {
      ...details,
      ...reason,
    })

/**
 * Creates the error for a temporary outage, after which the outcome of a write request is unknown.
 */
export const outage: FaultRow['make'] = (fault, details) =>
  new PlatformError(
    refusalMessage(
      `${details.platform} failed to complete the request, and reports a temporary error`,
      fault,
      'Try again later.',
    ),
    {
      ...details,
      statusCode: fault.status,
      isOutage: true,
    },
  )

/**
 * Creates a RateLimitError for too many requests. `retryAfter` returns the seconds to wait, or
 * null.
 */
export const limited =
  (whose: string, retryAfter: (fault: GraphFault) => number | null): FaultRow['make'] =>
  (fault, details) =>
    new RateLimitError(
      refusalMessage(
        `${details.platform} refused the request: the rate limit is exhausted (${whose})`,
        fault,
        'Send fewer requests, and try again later.',
      ),
      { ...details, retryAfter: retryAfter(fault) },
    )

/**
 * Creates a RateLimitError for an exhausted daily limit. The library does not retry automatically.
 */
export const usedUp =
  (what: string, remedy: string): FaultRow['make'] =>
  (fault, details) =>
    new RateLimitError(
      refusalMessage(`${details.platform} refused the request: ${what} is used up`, fault, remedy),
      {
        ...details,
        reason: 'QUOTA',
        retryAfter: null,
        passesSoon: false,
      },
    )

/** Returns true if all conditions of the rule match the network's error. */
export function fits(row: FaultRow, fault: GraphFault): boolean {
  const { codes, subcodes, message: texts, when } = row
  if (codes !== undefined && !has(codes, fault.code)) return false
  if (subcodes !== undefined && !has(subcodes, fault.subcode)) return false
  if (texts?.some((word) => fault.message.includes(word) || fault.type === word) === false) return false
  return when === undefined || when(fault)
}

function has(numbers: readonly number[], one: number | null): boolean {
  return one !== null && numbers.includes(one)
}
