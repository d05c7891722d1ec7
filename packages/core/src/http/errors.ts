import {
  AuthError,
  NotAllowedError,
  NotFoundError,
  PlatformError,
  RateLimitError,
  type RawData,
  type SocialBaseError,
} from '../errors/index.js'
import { assertString } from '../models/values/assert-kind.js'
import { assertObject } from '../models/values/assert-object.js'
import { retryAfterSeconds } from './attempts/rate-limit.js'
import { networkText } from './readers/network-text.js'
import type { ReplyHead } from './types.js'

/**
 * Fields in which networks explain an error (RFC 6749, RFC 9457 and common practice). The first
 * field with a text is used.
 */
const EXPLANATIONS = ['error_description', 'error_message', 'error', 'message', 'detail'] as const

/**
 * Creates an error from the status of a response. Use it for responses whose body has no error
 * code of the network.
 *
 * @param reply - Status, headers and parsed body.
 * @param platform - Registered name of the network.
 * @param options - `now` is the arrival time, which is needed for a `Retry-After` with a date.
 * @returns Always an error. Its `raw` contains the body.
 */
export function errorFromReply(
  reply: ReplyHead & { readonly body: unknown },
  platform: string,
  options: { readonly now: Date },
): SocialBaseError {
  assertObject(reply, 'errorFromReply: reply', '{ status, headers, body }')
  assertString(platform, 'errorFromReply: platform')
  const raw = rawOf(reply.body)
  const details = { platform, raw }
  const because = explanationOf(raw)
  switch (reply.status) {
    case 401:
      return new AuthError(`${platform} refused the sign-in or the token (401)${because}`, {
        ...details,
        tokenRefused: true,
      })
    case 403:
      return new NotAllowedError(`${platform} does not allow it (403)${because}`, details)
    case 404:
      return new NotFoundError(`${platform} does not have it (404)${because}`, details)
    case 429:
      return new RateLimitError(`${platform} reports an exceeded rate limit (429)${because}`, {
        ...details,
        retryAfter: retryAfterSeconds(reply.headers, options?.now),
      })
    default:
      return new PlatformError(`${platform} responded with status ${reply.status}${because}`, {
        ...details,
        statusCode: reply.status,
      })
  }
}

/**
 * Returns the value of `raw` for a body. An object is returned unchanged, any other value as `{
 * body }`.
 */
export function rawOf(body: unknown): RawData {
  return isObject(body) ? body : { body }
}

function explanationOf(raw: RawData): string {
  for (const name of EXPLANATIONS) {
    const text = messageOf(raw[name])
    if (text !== null) return `: ${text}`
  }
  return '.'
}

/**
 * Returns an explanation as one line of text. The explanation may be an object that contains the
 * text, as at Google and Meta.
 */
function messageOf(value: unknown): string | null {
  if (isObject(value)) return messageOf(value['message'])
  const text = networkText(value)
  return text === '' ? null : text
}

function isObject(value: unknown): value is RawData {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
