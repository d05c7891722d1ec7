import {
  InvalidPostError,
  NotFoundError,
  type PlatformBase,
  PlatformError,
  PostGoneError,
  rawOf,
  type ReplyHead,
  type SocialBaseError,
} from '@social/core/platform'

import { regainSeconds, worstPercent } from '../usage.js'
import { type GraphFault, readFault } from './fault.js'
import { edgeOf, type FaultDetails, type FaultRow, fits, limited, refusalMessage } from './row.js'
import { AFTER_LIMITS, BEFORE_LIMITS, RATE_LIMIT_CODES } from './shared-rows.js'

export { faultOf, type GraphFault, readFault, refusalOf } from './fault.js'
export { permissionIn } from './permission.js'
export { refusedSignIn } from './sign-in-row.js'
export {
  edgeOf,
  type FaultDetails,
  type FaultRow,
  notAllowed,
  outage,
  refusedPost,
  refusalMessage,
  rowsFor,
  seenAfterPublish,
  unfetchableFile,
  usedUp,
} from './row.js'

/** What is special about the refusals of one network. */
export interface GraphErrorOptions {
  /** Registered name of the network. */
  readonly platform: string
  /** Its own refusals, looked through before those that all of Meta have. */
  readonly rows?: readonly FaultRow[] | undefined
  /** Edges to which a `POST` publishes: a bad parameter of it is a bad post. */
  readonly publishingEdges: ReadonlySet<string>
  /** True for a request whose path names a post or a comment: what is not there is gone. */
  readonly namesPost: (fault: GraphFault) => boolean
  /** True for a refusal that was seen after the effect: what it refused is queried before it is believed. */
  readonly mayHaveTakenEffect?: ((fault: GraphFault) => boolean) | undefined
}

/**
 * Makes `readError` of a network: one table for all of Meta, with the network's own rows before it. The code decides, not
 * the status; an error is looked for in every reply, because it can ride on 200.
 */
export function readGraphErrors(options: GraphErrorOptions): PlatformBase['readError'] {
  return (reply, request) => {
    const fault = readFault(reply, request)
    if (fault === null) return null
    const mayHaveTakenEffect = options.mayHaveTakenEffect?.(fault) === true
    const details = { platform: options.platform, raw: rawOf(reply.body), mayHaveTakenEffect }
    // A 5xx is the network's own failure, whatever it says of it: nothing is known of what became of a write.
    if (reply.status >= 500) return failed(fault, details)
    const row = rowsOf(reply, options).find((one) => fits(one, fault))
    return row?.make(fault, details) ?? lastResort(fault, details, options)
  }
}

function rowsOf(reply: ReplyHead, { rows = [] }: GraphErrorOptions): readonly FaultRow[] {
  return [...rows, ...BEFORE_LIMITS, limitRow(reply), ...AFTER_LIMITS]
}

/** How long to wait, as the usage headers tell; the network hardly ever sends `Retry-After`. */
function limitRow(reply: ReplyHead): FaultRow {
  return {
    codes: [...RATE_LIMIT_CODES.keys()],
    make: (fault, details) => {
      const percent = worstPercent(reply.headers)
      const used = percent === null ? '' : `, ${percent} % used`
      const whose = `${RATE_LIMIT_CODES.get(fault.code ?? 0) ?? 'an allowance'}${used}`
      const asked = askedSeconds(reply.headers['retry-after']) ?? regainSeconds(reply.headers, fault.url)
      return limited(whose, () => asked)(fault, details)
    },
  }
}

const askedSeconds = (text: string | undefined): number | null =>
  text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : null

function failed(fault: GraphFault, details: FaultDetails): SocialBaseError {
  return new PlatformError(
    refusalMessage(`${details.platform} failed (${fault.status})`, fault, 'Try again later.'),
    {
      ...details,
      statusCode: fault.status,
      isOutage: true,
    },
  )
}

function lastResort(fault: GraphFault, details: FaultDetails, options: GraphErrorOptions): SocialBaseError {
  const { platform } = details
  if (fault.code === 100 && fault.subcode === 33)
    return options.namesPost(fault)
      ? new PostGoneError(
          refusalMessage(
            `${platform} does not have this post or comment, or does not show it to this account`,
            fault,
            '',
          ),
          details,
        )
      : new NotFoundError(refusalMessage(`${platform} does not have it`, fault, 'Check the id.'), details)
  const isPublishing = fault.method === 'POST' && options.publishingEdges.has(edgeOf(fault))
  if (fault.code === 100 && isPublishing)
    return new InvalidPostError(
      refusalMessage(`${platform} refused the post`, fault, 'Correct it, and post again.'),
      details,
    )
  const code = [fault.code ?? fault.type, fault.subcode].filter((one) => one !== null && one !== '').join('/')
  return new PlatformError(
    refusalMessage(`${platform} refused (${code || fault.status})`, fault, 'error.raw holds all of it.'),
    {
      ...details,
      statusCode: fault.status,
      // An error of which nothing is known, on a reply that says that all is well: nobody knows what happened.
      isOutage: fault.status < 400 && fault.code === null,
    },
  )
}
