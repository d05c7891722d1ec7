import {
  ConfigError,
  PortError,
  RateLimitError,
  SocialBaseError,
  statusFor,
  UpdateBusyError,
} from '../errors/index.js'
import type { BodySource } from '../http/types.js'
import { assertString } from '../models/values/assert-kind.js'

/** What a route answers, as plain values: any web framework can send it. */
export interface Reply {
  readonly status: number
  /** The bytes, or a source that is read piece by piece: a chunk is only valid until the next one is asked for. */
  readonly body: Uint8Array | BodySource
  readonly contentType: string
  /** Further headers, names in lower case. No value holds a line break. */
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
    throw new ConfigError('Reply.json takes what JSON can keep: no bigint, and no circle.', { cause })
  }
}

function text(words: string, status = 200, headers = NO_HEADERS): Reply {
  assertString(words, 'Reply.text: words')
  return { status, body: encoder.encode(words), contentType: TEXT_TYPE, headers }
}

/** What an address may hold as it is; everything else is percent-encoded, so that it cannot end the header. */
const NOT_IN_ADDRESS = /[^\x21-\x7e]+/g

function redirect(url: string, status: 302 | 303 = 302, headers = NO_HEADERS): Reply {
  assertString(url, 'Reply.redirect: url')
  const location = url.toWellFormed().replaceAll(NOT_IN_ADDRESS, encodeURIComponent)
  return { status, body: NO_BODY, contentType: TEXT_TYPE, headers: { ...headers, location } }
}

function forError(error: unknown): Reply {
  const status = statusFor(error)
  if (status === 401 && SocialBaseError.is(error) && error.code === 'SIGNATURE') return REFUSED
  // What is no error of the library, and what only the application's own people should read, stays inside.
  if (!SocialBaseError.is(error) || ConfigError.is(error) || PortError.is(error))
    return json({ error: 'The server could not do that.', platform: null }, status)
  return json({ error: error.message, platform: error.platform }, status, retryHeaders(error))
}

function retryHeaders(error: SocialBaseError): Readonly<Record<string, string>> {
  if (!RateLimitError.is(error) && !UpdateBusyError.is(error)) return NO_HEADERS
  const seconds = error.retryAfter
  return seconds === null || !Number.isFinite(seconds)
    ? NO_HEADERS
    : { 'retry-after': String(Math.max(0, Math.ceil(seconds))) }
}

/** Ways to make a reply. */
export const Reply = {
  /** JSON of any value. */
  json,
  /** Plain text. */
  text,
  /** Sends the browser on; whatever may not stand in a header is percent-encoded. */
  redirect,
  /**
   * What a visitor is told about an error: the status of its kind and its message. A refused signature is `Refused.`
   * and nothing else; a mistake of the application and anything unknown give nothing away.
   */
  forError,
} as const

/** Says that a type in the reply is meant: browsers must not guess another one. */
export const NO_SNIFFING: Readonly<Record<string, string>> = Object.freeze({
  'x-content-type-options': 'nosniff',
})

/** The one answer to every webhook request whose signature does not fit. */
export const REFUSED: Reply = Object.freeze(text('Refused.', 401))
/** The one answer to every setup check with a wrong verify token. */
export const SETUP_REFUSED: Reply = Object.freeze(text('Refused.', 403))
/** The one answer to a compressed body: signatures are over exact bytes. https://www.rfc-editor.org/rfc/rfc9110#section-15.5.16 */
export const BODY_COMPRESSED: Reply = Object.freeze(text('Refused.', 415, { 'accept-encoding': 'identity' }))
/** Every update was handled. */
export const DELIVERED: Reply = Object.freeze(json({ ok: true }))

/** An answer to a mistake of the visitor: only a sentence. */
export function problem(status: number, error: string, headers = NO_HEADERS): Reply {
  return json({ error }, status, headers)
}

/** What a path is told that leads nowhere. */
export const NOT_FOUND: Reply = Object.freeze(problem(404, 'There is nothing at this address.'))
/** What a request is told whose body does not end. */
export const BODY_TOO_SLOW: Reply = Object.freeze(problem(408, 'The request took too long.'))
/** What a request is told whose body is too big. */
export const BODY_TOO_BIG: Reply = Object.freeze(problem(413, 'The request is too big.'))
