import {
  NetworkError,
  refuseUnknownNames,
  type Transport,
  type TransportBody,
  type TransportRequest,
  type TransportResponse,
  assertObject,
} from '@social/core/platform'
import { wrongArgument } from '@social/core/store'

import { RecordedRequest } from './recorded-request.js'
import { type Replies, type ReplyMaker, toReply } from './replies.js'

/** Settings of a recording transport. */
export interface RecordingTransportSettings {
  /** Answers every request, instead of the table. */
  readonly answer?: ReplyMaker | undefined
  /** Status of replies without their own status. Default: 200. */
  readonly statusCode?: number | undefined
}

/** Header of the 404 for a missing reply. */
export const NO_REPLY_HEADER = 'x-recording-transport'

async function readBody(body: TransportBody, onSent: TransportRequest['onSent']): Promise<Uint8Array> {
  if (body === null) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let sent = 0
  for await (const chunk of body instanceof Uint8Array ? [body] : body.open()) {
    // A chunk is only valid until the next one is read.
    chunks.push(Uint8Array.from(chunk))
    sent += chunk.length
    onSent?.(sent)
  }
  if (sent !== body.length)
    throw new NetworkError(`The announced body length is ${body.length} bytes, but ${sent} bytes were sent.`)
  return Buffer.concat(chunks)
}

/** Resolves like `work`, or rejects with the reason of the signal, whichever comes first. */
async function orAborted<T>(work: T | PromiseLike<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const stop = (): void => reject(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/**
 * A transport without a network: it returns the given replies, and records every request.
 *
 * @example
 * const transport = new RecordingTransport({ 'POST /posts': { id: '7' } })
 */
export class RecordingTransport implements Transport {
  /** Replies by `METHOD /path`. Can be changed between calls. */
  replies: Replies
  /** Answers every request instead of the table; null uses the table. Can be changed between calls. */
  answer: ReplyMaker | null
  /** Status of replies without their own status. Can be changed between calls. */
  statusCode: number
  /** All requests, in order. */
  readonly requests: RecordedRequest[] = []
  /** True after `close`. */
  isClosed = false

  /**
   * @param replies - By `METHOD /path`, without server and query: JSON values, text, bytes, `{ status, headers, body }`
   *   in full, an error to reject with, or a function of the request that returns any of these. A request with a missing
   *   key is answered with a 404 that contains the key and the known keys.
   */
  constructor(replies: Replies = {}, settings: RecordingTransportSettings = {}) {
    assertObject(replies, 'RecordingTransport', "{ 'GET /me': { id: '1' } }")
    refuseUnknownNames(settings, ['answer', 'statusCode'], 'RecordingTransport')
    this.replies = replies
    this.answer = settings.answer ?? null
    this.statusCode = settings.statusCode ?? 200
  }

  /** Keys of all requests as `METHOD /path`, in order. */
  get paths(): readonly string[] {
    return this.requests.map((request) => request.key)
  }

  /** The requests of one key, in order. */
  requestsTo(key: string): readonly RecordedRequest[] {
    return this.requests.filter((request) => request.key === key)
  }

  /** Deletes the recorded requests, not the replies. */
  reset(): void {
    this.requests.length = 0
  }

  /** Records the request, then returns its reply or rejects with its error. */
  async send(request: TransportRequest): Promise<TransportResponse> {
    assertObject(request, 'transport.send', '{ method, url, headers, signal }')
    const { method, url, headers, signal } = request
    if (typeof signal?.throwIfAborted !== 'function')
      throw wrongArgument('transport.send: signal', 'an AbortSignal', signal)
    signal.throwIfAborted()
    const bytes = await orAborted(readBody(request.body, request.onSent), signal)
    request.assertMayLeave?.()
    const recorded = new RecordedRequest({ method, url, headers, bytes })
    this.requests.push(recorded)
    const reply = toReply(await orAborted(this.#replyTo(recorded), signal), this.statusCode)
    if (reply.body.length > request.maxReplyBytes)
      throw new NetworkError(`The reply of ${recorded.key} is larger than ${request.maxReplyBytes} bytes.`)
    return reply
  }

  /** Records that it was closed. */
  async close(): Promise<void> {
    this.isClosed = true
  }

  async #replyTo(request: RecordedRequest): Promise<unknown> {
    const isKnown = this.answer !== null || Object.hasOwn(this.replies, request.key)
    const written = this.answer ?? (isKnown ? this.replies[request.key] : noReply(request, this.replies))
    const reply: unknown = typeof written === 'function' ? await (written as ReplyMaker)(request) : written // replies contain functions of this type only
    if (reply instanceof Error) throw reply
    return reply
  }
}

function noReply(request: RecordedRequest, replies: Replies): unknown {
  const known = Object.keys(replies)
  return {
    status: 404,
    headers: { [NO_REPLY_HEADER]: 'no-reply' },
    body: {
      error: `RecordingTransport has no reply for "${request.key}". Known: ${known.join(', ') || 'none'}.`,
      asked: request.key,
      known,
    },
  }
}
