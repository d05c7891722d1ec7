import {
  ConfigError,
  PortError,
  PublishBusyError,
  RateLimitError,
  SocialBaseError,
  statusFor,
  UpdateBusyError,
  type UserMessages,
  userMessageOf,
} from '../errors/index.js'
import type { BodySource } from '../http/types.js'
import { assertString } from '../models/values/assert-kind.js'

/** Response of a route as plain values, which any web framework can send. */
export interface Reply {
  readonly status: number
  /** The bytes, or a source that streams them. A streamed chunk is valid only until the next chunk is requested. */
  readonly body: Uint8Array | BodySource
  readonly contentType: string
  /** Further headers. Names are in lower case, and values contain no line break. */
  readonly headers: Readonly<Record<string, string>>
}

const JSON_TYPE = 'application/json; charset=utf-8'
const TEXT_TYPE = 'text/plain; charset=utf-8'
const NO_HEADERS: Readonly<Record<string, string>> = Object.freeze({})
const NO_BODY = new Uint8Array(0)
const encoder = new TextEncoder()

function json(data: unknown, status = 200, headers = NO_HEADERS): Reply {
  return { status, body: encoder.encode(jsonOf(data)), contentType: JSON_TYPE, headers }
}

function jsonOf(data: unknown): string {
  try {
    return JSON.stringify(data)
  } catch (cause) {
    throw new ConfigError(
      'Reply.json requires a value that JSON.stringify accepts: no bigint, and no circular reference.',
      { cause },
    )
  }
}

function text(content: string, status = 200, headers = NO_HEADERS): Reply {
  assertString(content, 'Reply.text: text')
  return { status, body: encoder.encode(content), contentType: TEXT_TYPE, headers }
}

/**
 * Characters that a URL in a header must not contain. They are percent-encoded, so that they cannot end the header.
 */
const NOT_IN_ADDRESS = /[^\x21-\x7e]+/g

function redirect(url: string, status: 302 | 303 = 302, headers = NO_HEADERS): Reply {
  assertString(url, 'Reply.redirect: url')
  const location = url.toWellFormed().replaceAll(NOT_IN_ADDRESS, encodeURIComponent)
  return { status, body: NO_BODY, contentType: TEXT_TYPE, headers: { ...headers, location } }
}

function forError(error: unknown, messages?: UserMessages): Reply {
  return replyWith(error, (failure) => userMessageOf(failure, messages))
}

/** Replies to a network whose webhook request failed, with the message for developers. */
export function replyToNetwork(error: unknown): Reply {
  return replyWith(error, ({ message }) => message)
}

function replyWith(error: unknown, messageOf: (error: SocialBaseError) => string): Reply {
  const status = statusFor(error)
  if (status === 401 && SocialBaseError.is(error) && error.code === 'SIGNATURE') return REFUSED
  // Visitors do not see the message of unknown errors and of errors for operators.
  if (!SocialBaseError.is(error) || ConfigError.is(error) || PortError.is(error))
    return json({ error: 'The server could not do that.', platform: null }, status)
  return json({ error: messageOf(error), platform: error.platform }, status, retryHeaders(error))
}

function retryHeaders(error: SocialBaseError): Readonly<Record<string, string>> {
  if (!RateLimitError.is(error) && !UpdateBusyError.is(error) && !PublishBusyError.is(error))
    return NO_HEADERS
  const seconds = error.retryAfter
  return seconds === null || !Number.isFinite(seconds)
    ? NO_HEADERS
    : { 'retry-after': String(Math.max(0, Math.ceil(seconds))) }
}

/** Functions that make a reply. */
export const Reply = {
  /** Replies with any value as JSON. */
  json,
  /** Plain text. */
  text,
  /** Redirects the browser. Characters that are invalid in a header are percent-encoded. */
  redirect,
  /**
   * Replies to a visitor with an error: the status for the kind of error, and its user message. The second argument is
   * the language and the texts, by default English. The reply to a wrong signature contains only `Refused.`
   * Configuration errors and unknown errors reveal no details.
   */
  forError,
} as const

/** Stops browsers from guessing the type of a response (MIME sniffing). */
export const NO_SNIFFING: Readonly<Record<string, string>> = Object.freeze({
  'x-content-type-options': 'nosniff',
})

/** Reply to every webhook request with an invalid signature. */
export const REFUSED: Reply = Object.freeze(text('Refused.', 401))
/** Reply to every setup check with a wrong verify token. */
export const SETUP_REFUSED: Reply = Object.freeze(text('Refused.', 403))
/**
 * Reply to a compressed body. The body is refused, because signatures are computed over the exact bytes.
 * https://www.rfc-editor.org/rfc/rfc9110#section-15.5.16
 */
export const BODY_COMPRESSED: Reply = Object.freeze(text('Refused.', 415, { 'accept-encoding': 'identity' }))
/** Reply after all updates were handled. */
export const DELIVERED: Reply = Object.freeze(json({ ok: true }))

/** Makes the reply for a visitor's mistake. The message is one sentence. */
export function problem(status: number, error: string, headers = NO_HEADERS): Reply {
  return json({ error }, status, headers)
}

/** Reply to an unknown path. */
export const NOT_FOUND: Reply = Object.freeze(problem(404, 'There is nothing at this address.'))
/** Reply to a body that did not arrive within the time limit. */
export const BODY_TOO_SLOW: Reply = Object.freeze(problem(408, 'The request took too long.'))
/** Reply to a body over the size limit. */
export const BODY_TOO_BIG: Reply = Object.freeze(problem(413, 'The request is too big.'))
