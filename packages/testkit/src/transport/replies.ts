import type { TransportResponse } from '@social/core/platform'

import type { RecordedRequest } from './recorded-request.js'

/**
 * A reply with all details. In `body`, text and bytes are sent unchanged, null means no body, and
 * other values are sent as JSON.
 */
export interface FullReply {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly body?: unknown
}

/** Creates the reply for one request. To simulate a failed connection, throw or return an error. */
export type ReplyMaker = (request: RecordedRequest) => unknown

/**
 * Replies by `METHOD /path`. A reply is a JSON value, text, bytes, a `FullReply`, an error to
 * reject with, or a `ReplyMaker`.
 */
export type Replies = Readonly<Record<string, unknown>>

const FULL = new Set(['status', 'headers', 'body'])

function isFull(value: unknown): value is FullReply {
  if (typeof value !== 'object' || value === null || !('status' in value)) return false
  const { status } = value
  const isStatus = Number.isInteger(status) && Number(status) >= 100 && Number(status) <= 599
  return isStatus && Object.keys(value).every((name) => FULL.has(name))
}

function toBytes(body: unknown): { readonly bytes: Uint8Array; readonly contentType: string | null } {
  if (body === null || body === undefined) return { bytes: new Uint8Array(), contentType: null }
  if (body instanceof Uint8Array) return { bytes: body, contentType: 'application/octet-stream' }
  if (typeof body === 'string') return { bytes: Buffer.from(body), contentType: 'text/plain; charset=utf-8' }
  return { bytes: Buffer.from(JSON.stringify(body)), contentType: 'application/json' }
}

/**
 * Converts a value from the table of replies to a transport response.
 *
 * @param value - A reply that is neither a function nor an error.
 * @param statusCode - Status code if the reply does not specify a status.
 */
export function toReply(value: unknown, statusCode: number): TransportResponse {
  const { status, headers = {}, body } = isFull(value) ? value : { status: statusCode, body: value }
  const { bytes, contentType } = toBytes(body)
  const named = Object.entries(headers).map(([name, text]) => [name.toLowerCase(), text] as const)
  return {
    status,
    headers: { ...(contentType !== null && { 'content-type': contentType }), ...Object.fromEntries(named) },
    body: bytes,
  }
}

/**
 * Returns a `ReplyMaker` that sends the given replies in order, one for each request. The last
 * reply repeats.
 *
 * @param replies - Values that a table of replies accepts.
 */
export function inTurn(...replies: readonly unknown[]): ReplyMaker {
  let next = 0
  return (request) => {
    const reply = replies[Math.min(next, replies.length - 1)]
    next += 1
    return typeof reply === 'function' ? (reply as ReplyMaker)(request) : reply // safe cast: a function in the table is a ReplyMaker, as documented in `Replies`
  }
}
