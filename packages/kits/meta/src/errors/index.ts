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
  type RefusedPart,
  refusedPost,
  type RefusedReason,
  refusedToken,
  refusalMessage,
  rowsFor,
  seenAfterPublish,
  unfetchableFile,
  usedUp,
} from './row.js'

/** Rules by which one network converts responses to library errors. */
export interface GraphErrorOptions {
  /** Registered name of the network, such as `threads`. */
  readonly platform: string
  /** Conversion rules of this network. Checked before the rules that all networks of Meta share. */
  readonly rows?: readonly FaultRow[] | undefined
  /**
   * Last path segments of `POST` requests that publish. A parameter error of such a request means
   * that the post is invalid.
   */
  readonly publishingEdges: ReadonlySet<string>
  /**
   * Returns true if the request's path contains the id of a post or a comment. "Not found" then
   * means that the post or comment was deleted.
   */
  readonly namesPost: (fault: GraphFault) => boolean
  /**
   * Returns true for a refusal that the network sometimes sends although the request took effect.
   * The library then queries the outcome.
   */
  readonly mayHaveTakenEffect?: ((fault: GraphFault) => boolean) | undefined
}

/**
 * Creates `readError` of a network. Applies the rules of the network, and then the rules that all
 * networks of Meta share. The error code decides, not the HTTP status. Every response is checked,
 * because the network sends some errors with status 200.
 */
export function readGraphErrors(options: GraphErrorOptions): PlatformBase['readError'] {
  return (reply, request) => {
    const fault = readFault(reply, request)
    if (fault === null) return null
    const mayHaveTakenEffect = options.mayHaveTakenEffect?.(fault) === true
    const details = { platform: options.platform, raw: rawOf(reply.body), mayHaveTakenEffect }
    // Status 500 and above is an outage for any body, so the outcome of a write request is unknown.
    if (reply.status >= 500) return failed(fault, details)
    const row = rowsOf(reply, options).find((one) => fits(one, fault))
    return row?.make(fault, details) ?? lastResort(fault, details, options)
  }
}

function rowsOf(reply: ReplyHead, { rows = [] }: GraphErrorOptions): readonly FaultRow[] {
  return [...rows, ...BEFORE_LIMITS, limitRow(reply), ...AFTER_LIMITS]
}

/**
 * Creates the rule for rate limits. The usage headers provide the wait, because the network rarely
 * sends `Retry-After`.
 */
function limitRow(reply: ReplyHead): FaultRow {
  return {
    codes: [...RATE_LIMIT_CODES.keys()],
    make: (fault, details) => {
      const percent = worstPercent(reply.headers)
      const used = percent === null ? '' : `, ${percent} % used`
      const whose = `${RATE_LIMIT_CODES.get(fault.code ?? 0) ?? 'a limit'}${used}`
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
            `${platform} does not have this post or comment, or this account cannot see it`,
            fault,
            '',
          ),
          details,
        )
      : new NotFoundError(
          refusalMessage(`${platform} does not have the requested object`, fault, 'Check the id.'),
          details,
        )
  const isPublishing = fault.method === 'POST' && options.publishingEdges.has(edgeOf(fault))
  if (fault.code === 100 && isPublishing)
    return new InvalidPostError(
      refusalMessage(`${platform} refused the post`, fault, 'Correct it, and post again.'),
      details,
    )
  const code = [fault.code ?? fault.type, fault.subcode].filter((one) => one !== null && one !== '').join('/')
  return new PlatformError(
    refusalMessage(
      `${platform} refused (${code || fault.status})`,
      fault,
      'error.raw contains the whole response.',
    ),
    {
      ...details,
      statusCode: fault.status,
      // An error without a code and with a successful status proves nothing, so the outcome of a
      // write request is unknown.
      isOutage: fault.status < 400 && fault.code === null,
    },
  )
}
