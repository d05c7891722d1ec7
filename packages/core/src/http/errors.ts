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

/** Fields in which networks explain an error (RFC 6749, RFC 9457 and common practice); the first with words counts. */
const EXPLANATIONS = ['error_description', 'error_message', 'error', 'message', 'detail'] as const

/**
 * The error of a reply, by its status alone: for replies whose network has no code of its own that fits better.
 *
 * @param reply - Status, headers and the body as it was parsed.
 * @param platform - Registered name of the network.
 * @param options - `now`: when the reply came, for a `Retry-After` that is a date.
 * @returns Always an error; `raw` holds the body.
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
      return new RateLimitError(`${platform} asks us to slow down (429)${because}`, {
        ...details,
        retryAfter: retryAfterSeconds(reply.headers, options?.now),
      })
    default:
      return new PlatformError(`${platform} answered with status ${reply.status}${because}`, {
        ...details,
        statusCode: reply.status,
      })
  }
}

/** A reply as `raw` keeps it: the object itself, and `{ body }` around anything else. */
export function rawOf(body: unknown): RawData {
  return isObject(body) ? body : { body }
}

function explanationOf(raw: RawData): string {
  for (const name of EXPLANATIONS) {
    const words = messageOf(raw[name])
    if (words !== null) return `: ${words}`
  }
  return '.'
}

/** The words of an explanation, on one line; Google and Meta put them inside an object. */
function messageOf(value: unknown): string | null {
  if (isObject(value)) return messageOf(value['message'])
  const words = networkText(value)
  return words === '' ? null : words
}

function isObject(value: unknown): value is RawData {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
