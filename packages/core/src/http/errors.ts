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
 * Fields in which networks explain an error (RFC 6749, RFC 9457 and common practice). The first non-empty one is used.
 */
const EXPLANATIONS = ['error_description', 'error_message', 'error', 'message', 'detail'] as const

/**
 * Error of a response by its status only, for responses without a more specific code of the network.
 *
 * @param reply - Status, headers and parsed body.
 * @param platform - Registered name of the network.
 * @param options - `now`: time of arrival, for a `Retry-After` that is a date.
 * @returns Always an error; `raw` contains the body.
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

/** Returns the value of `raw` for a body: an object stays unchanged, any other value becomes `{ body }`. */
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

/** Returns the text of an explanation on one line. Google and Meta put this text into an object. */
function messageOf(value: unknown): string | null {
  if (isObject(value)) return messageOf(value['message'])
  const text = networkText(value)
  return text === '' ? null : text
}

function isObject(value: unknown): value is RawData {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
