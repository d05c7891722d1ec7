import {
  type OutgoingRequest,
  networkText,
  PlatformError,
  type RawData,
  rawOf,
  type ReplyHead,
  SocialBaseError,
  withoutStops,
} from '@social/core/platform'
import * as v from 'valibot'

/** A Graph API error. Meta's three error formats are all converted to this form. */
export interface GraphFault {
  /** Value of `error.code`. Null if the response contains no code. */
  readonly code: number | null
  /** Value of `error.error_subcode`. */
  readonly subcode: number | null
  /**
   * Type of the error, such as `OAuthException`. Upload hosts send their own types, such as
   * `OffsetInvalidError`.
   */
  readonly type: string
  /** Error messages from the response, including messages for users. Shortened, and on one line. */
  readonly message: string
  /** True if the network marks the error as temporary. */
  readonly isTransient: boolean
  /** Value of `error.error_data`, such as the offsets with which an upload can be resumed. */
  readonly data: RawData
  /** HTTP status of the response. The network sends some errors with status 200. */
  readonly status: number
  /** HTTP method and URL of the refused request. */
  readonly method: string
  readonly url: URL
}

const number = v.fallback(v.nullable(v.number()), null)
const text = v.pipe(v.unknown(), v.transform(networkText))
const flag = v.fallback(v.boolean(), false)
const data = v.fallback(v.record(v.string(), v.unknown()), {})

/**
 * Error format of the Graph API.
 * https://developers.facebook.com/docs/graph-api/guides/error-handling (read 2026-11-22)
 */
const graphBody = v.object({
  error: v.object({
    message: v.optional(text),
    type: v.optional(text),
    code: v.optional(number, null),
    error_subcode: v.optional(number, null),
    error_user_title: v.optional(text),
    error_user_msg: v.optional(text),
    is_transient: v.optional(flag, false),
    error_data: v.optional(data, {}),
  }),
})

/**
 * Error format of the endpoints that exchange an authorization code: all fields are at the top
 * level.
 * https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/business-login
 * (copy of October 2026)
 */
const flatBody = v.object({ error_type: text, code: v.optional(number, null), error_message: text })

/**
 * Error format of the upload hosts.
 * https://developers.facebook.com/documentation/video-api/guides/reels-publishing (copy of July
 * 2026)
 */
const uploadBody = v.object({
  debug_info: v.object({ type: text, message: v.optional(text), retriable: v.optional(flag, false) }),
})

type Said = Omit<GraphFault, 'status' | 'method' | 'url'>

const NOTHING_MORE = { subcode: null, data: {} } as const

function said(raw: RawData): Said | null {
  const graph = v.safeParse(graphBody, raw)
  if (graph.success) {
    const { error } = graph.output
    const sentences = [error.message, error.error_user_title, error.error_user_msg].filter(
      (one, index, all) => one !== undefined && one !== '' && all.indexOf(one) === index,
    )
    return {
      code: error.code,
      subcode: error.error_subcode,
      type: error.type ?? '',
      message: sentences.map((one) => withoutStops(one ?? '')).join('. '),
      isTransient: error.is_transient,
      data: error.error_data,
    }
  }
  const flat = v.safeParse(flatBody, raw)
  if (flat.success) {
    const { code, error_type: type, error_message: message } = flat.output
    return { ...NOTHING_MORE, code, type, message, isTransient: false }
  }
  const upload = v.safeParse(uploadBody, raw)
  if (!upload.success) return null
  const { type, message = '', retriable } = upload.output.debug_info
  return { ...NOTHING_MORE, code: null, type, message, isTransient: retriable }
}

/**
 * Reads the error from a response with any status. Returns null if the response contains no error.
 */
export function readFault(
  reply: ReplyHead & { readonly body: unknown },
  request: Pick<OutgoingRequest, 'method' | 'url'>,
): GraphFault | null {
  const body = said(rawOf(reply.body))
  if (body === null) return null
  return { ...body, status: reply.status, method: request.method, url: new URL(request.url) }
}

/**
 * Reads code, subcode, type and `error_data` of an error that `readGraphErrors` created.
 *
 * @param raw - Field `raw` of the error.
 */
export function faultOf(raw: RawData): Pick<GraphFault, 'code' | 'subcode' | 'type' | 'data'> | null {
  return said(raw)
}

/**
 * Returns code, subcode and type if the network definitely refused the request. Returns null for
 * all other errors, including outages.
 */
export function refusalOf(error: unknown): Pick<GraphFault, 'code' | 'subcode' | 'type'> | null {
  if (!SocialBaseError.is(error) || (PlatformError.is(error) && error.isOutage)) return null
  return faultOf(error.raw)
}
