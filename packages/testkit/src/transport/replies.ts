import type { TransportResponse } from '@social/core/platform'

import type { RecordedRequest } from './recorded-request.js'

/** A complete reply. `body`: text and bytes are sent unchanged, null means no body, any other value is sent as JSON. */
export interface FullReply {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly body?: unknown
}

/** Makes the reply of one request. It may throw or return an error, for a reply that never comes. */
export type ReplyMaker = (request: RecordedRequest) => unknown

/** Replies by `METHOD /path`: JSON values, text, bytes, a `FullReply`, an error to reject with, or a `ReplyMaker`. */
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
 * Makes a transport reply from a value of a table.
 *
 * @param value - Anything but a function or an error.
 * @param statusCode - Status of a reply without its own status.
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
 * Answers each request of a key with the next of several replies. The last one repeats.
 *
 * @param replies - Values that a table of replies accepts.
 */
export function inTurn(...replies: readonly unknown[]): ReplyMaker {
  let next = 0
  return (request) => {
    const reply = replies[Math.min(next, replies.length - 1)]
    next += 1
    return typeof reply === 'function' ? (reply as ReplyMaker)(request) : reply // a function in a table is a ReplyMaker
  }
}
