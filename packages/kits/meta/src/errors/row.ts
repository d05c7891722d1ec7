import {
  type ErrorDetails,
  InvalidPostError,
  NotAllowedError,
  PlatformError,
  quoteNetwork,
  RateLimitError,
  type SocialBaseError,
} from '@social/core/platform'

import type { GraphFault } from './fault.js'

/** Details of an error in addition to the fault. */
export interface FaultDetails extends ErrorDetails {
  readonly platform: string
}

/** One known refusal and the error that it becomes. All given conditions must match. */
export interface FaultRow {
  readonly codes?: readonly number[] | undefined
  readonly subcodes?: readonly number[] | undefined
  /** Substrings of the messages, or error types: `THREADS_API__LINK_LIMIT_EXCEEDED`. */
  readonly message?: readonly string[] | undefined
  readonly when?: ((fault: GraphFault) => boolean) | undefined
  make(fault: GraphFault, details: FaultDetails): SocialBaseError
}

/** Returns the last part of the path after the object id. Returns the id itself if no edge follows. */
export const edgeOf = ({ url }: GraphFault): string => url.pathname.split('/').at(-1) ?? ''

/**
 * Marks refusals that the network also sent for published posts: the spam verdict (4/2207051) and code 10.
 * https://github.com/gitroomhq/postiz-app/pull/1568 (2026-05-29)
 *
 * @param edge - Edge that publishes a container.
 */
export const seenAfterPublish =
  (edge: string) =>
  (fault: GraphFault): boolean =>
    fault.method === 'POST' && edgeOf(fault) === edge && (fault.subcode === 2_207_051 || fault.code === 10)

/** Rows for a refusal that has several codes or subcodes. */
export function rowsFor(
  { codes, subcodes }: { readonly codes: readonly number[]; readonly subcodes: readonly number[] },
  make: FaultRow['make'],
): readonly FaultRow[] {
  return [
    { codes, make },
    { subcodes, make },
  ]
}

/** `opening: message of the network. Remedy.` */
export function refusalMessage(opening: string, { message }: GraphFault, remedy: string): string {
  return [quoteNetwork(opening, message), remedy].filter(Boolean).join(' ')
}

/** The post is invalid. `what` is a phrase ("the picture"), `remedy` a sentence. */
export const refusedPost =
  (what: string, remedy = 'Correct it, and post again.'): FaultRow['make'] =>
  (fault, details) =>
    new InvalidPostError(refusalMessage(`${details.platform} refused ${what}`, fault, remedy), details)

/** The network could not fetch a file. */
export const unfetchableFile = refusedPost(
  'the file: it cannot be fetched from its URL',
  'The URL must be public, without a login, and allowed by robots.txt.',
)

/** The account or the app is not allowed to do this. */
export const notAllowed =
  (why: string, remedy: string): FaultRow['make'] =>
  (fault, details) =>
    new NotAllowedError(
      refusalMessage(`${details.platform} does not allow the request: ${why}`, fault, remedy),
      details,
    )

/** A temporary outage: the outcome of a write is unknown. */
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

/** Too many requests. `readGraphError` adds `retryAfter` from the usage headers. */
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

/** A daily limit is reached: no automatic retry. */
export const usedUp =
  (what: string, remedy: string): FaultRow['make'] =>
  (fault, details) =>
    new RateLimitError(
      refusalMessage(`${details.platform} refused the request: ${what} is used up`, fault, remedy),
      {
        ...details,
        retryAfter: null,
        passesSoon: false,
      },
    )

/** True when all conditions of the row match. */
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
