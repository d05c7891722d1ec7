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

/** What an error is made with, beside the fault. */
export interface FaultDetails extends ErrorDetails {
  readonly platform: string
}

/** A refusal that is known, and what it is to an application. Everything that is given has to fit. */
export interface FaultRow {
  readonly codes?: readonly number[] | undefined
  readonly subcodes?: readonly number[] | undefined
  /** One of these stands in the network's sentences or is its type: `THREADS_API__LINK_LIMIT_EXCEEDED`. */
  readonly words?: readonly string[] | undefined
  readonly when?: ((fault: GraphFault) => boolean) | undefined
  make(fault: GraphFault, details: FaultDetails): SocialBaseError
}

/** The last part of the path, behind the id of what it is about; that id where nothing follows it. */
export const edgeOf = ({ url }: GraphFault): string => url.pathname.split('/').at(-1) ?? ''

/**
 * Marks the refusals of a publish that were seen although the post came out: the verdict of spam (4/2207051) and code 10.
 * https://github.com/gitroomhq/postiz-app/pull/1568 (2026-05-29)
 *
 * @param edge - The edge that publishes a container.
 */
export const seenAfterPublish =
  (edge: string) =>
  (fault: GraphFault): boolean =>
    fault.method === 'POST' && edgeOf(fault) === edge && (fault.subcode === 2_207_051 || fault.code === 10)

/** One refusal that comes under a code or under a subcode: a row for each. */
export function rowsFor(
  { codes, subcodes }: { readonly codes: readonly number[]; readonly subcodes: readonly number[] },
  make: FaultRow['make'],
): readonly FaultRow[] {
  return [
    { codes, make },
    { subcodes, make },
  ]
}

/** `opening: the network's words. Remedy.` */
export function refusalMessage(opening: string, { words }: GraphFault, remedy: string): string {
  return [quoteNetwork(opening, words), remedy].filter(Boolean).join(' ')
}

/** The post has to be changed. `what` is a phrase ("the picture"), `remedy` a sentence. */
export const refusedPost =
  (what: string, remedy = 'Correct it, and post again.'): FaultRow['make'] =>
  (fault, details) =>
    new InvalidPostError(refusalMessage(`${details.platform} refused ${what}`, fault, remedy), details)

/** A file that the network was to fetch. */
export const unfetchableFile = refusedPost(
  'the file: it cannot be fetched from its address',
  'It has to be public, without a login, and robots.txt must not forbid it.',
)

/** The account, or the app, may not. */
export const notAllowed =
  (why: string, remedy: string): FaultRow['make'] =>
  (fault, details) =>
    new NotAllowedError(
      refusalMessage(`${details.platform} does not allow it: ${why}`, fault, remedy),
      details,
    )

/** The network failed, and it passes: what became of a write is not known. */
export const outage: FaultRow['make'] = (fault, details) =>
  new PlatformError(
    refusalMessage(`${details.platform} failed at it, and says that it passes`, fault, 'Try again later.'),
    {
      ...details,
      statusCode: fault.status,
      isOutage: true,
    },
  )

/** Too many requests. `retryAfter` is filled in by `readGraphError`, from the usage headers. */
export const limited =
  (whose: string, retryAfter: (fault: GraphFault) => number | null): FaultRow['make'] =>
  (fault, details) =>
    new RateLimitError(
      refusalMessage(
        `${details.platform} asks us to slow down (${whose})`,
        fault,
        'Send less, and try again later.',
      ),
      { ...details, retryAfter: retryAfter(fault) },
    )

/** An allowance of a day is used up: nothing is tried again by itself. */
export const usedUp =
  (what: string, remedy: string): FaultRow['make'] =>
  (fault, details) =>
    new RateLimitError(refusalMessage(`${details.platform} refused: ${what} is used up`, fault, remedy), {
      ...details,
      retryAfter: null,
      passesSoon: false,
    })

/** True when everything that a row asks for fits. */
export function fits(row: FaultRow, fault: GraphFault): boolean {
  const { codes, subcodes, words, when } = row
  if (codes !== undefined && !has(codes, fault.code)) return false
  if (subcodes !== undefined && !has(subcodes, fault.subcode)) return false
  if (words?.some((word) => fault.words.includes(word) || fault.type === word) === false) return false
  return when === undefined || when(fault)
}

function has(numbers: readonly number[], one: number | null): boolean {
  return one !== null && numbers.includes(one)
}
