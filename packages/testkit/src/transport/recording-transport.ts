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

/** Settings of a `RecordingTransport`. */
export interface RecordingTransportSettings {
  /** Function that replies to every request. The table of replies is then ignored. */
  readonly answer?: ReplyMaker | undefined
  /** Status code of replies that do not specify a status. Default: 200. */
  readonly statusCode?: number | undefined
}

/** Header of the 404 response that the transport returns if the table has no matching reply. */
export const NO_REPLY_HEADER = 'x-recording-transport'

async function readBody(body: TransportBody, onSent: TransportRequest['onSent']): Promise<Uint8Array> {
  if (body === null) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let sent = 0
  for await (const chunk of body instanceof Uint8Array ? [body] : body.open()) {
    // Copies the chunk, because its bytes are only valid until the next chunk is read.
    chunks.push(Uint8Array.from(chunk))
    sent += chunk.length
    onSent?.(sent)
  }
  if (sent !== body.length)
    throw new NetworkError(`The announced body length is ${body.length} bytes, but ${sent} bytes were sent.`)
  return Buffer.concat(chunks)
}

/** Returns the result of `work`. Rejects with `signal.reason` if the signal is aborted first. */
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
 * Transport for tests. Returns the given replies without network access, and records every
 * request.
 *
 * @example
 * const transport = new RecordingTransport({ 'POST /posts': { id: '7' } })
 */
export class RecordingTransport implements Transport {
  /** Table of replies by `METHOD /path`. Tests may change the table between calls. */
  replies: Replies
  /**
   * Function that replies to every request instead of the table. Null: use the table. Tests may
   * change the function between calls.
   */
  answer: ReplyMaker | null
  /**
   * Status code of replies that do not specify a status. Tests may change the value between calls.
   */
  statusCode: number
  /** All recorded requests, in order. */
  readonly requests: RecordedRequest[] = []
  /** True after a call to `close`. */
  isClosed = false

  /**
   * @param replies - Table by `METHOD /path`, without server and query. A reply is a JSON value,
   * text, bytes, `{ status, headers, body }`, an error to reject with, or a function that receives
   * the request and returns any of these. A request without a matching key receives a 404 response
   * that lists the known keys.
   */
  constructor(replies: Replies = {}, settings: RecordingTransportSettings = {}) {
    assertObject(replies, 'RecordingTransport', "{ 'GET /me': { id: '1' } }")
    refuseUnknownNames(settings, ['answer', 'statusCode'], 'RecordingTransport')
    this.replies = replies
    this.answer = settings.answer ?? null
    this.statusCode = settings.statusCode ?? 200
  }

  /** `METHOD /path` of each recorded request, in order. */
  get paths(): readonly string[] {
    return this.requests.map((request) => request.key)
  }

  /** Returns the recorded requests with this `METHOD /path`, in order. */
  requestsTo(key: string): readonly RecordedRequest[] {
    return this.requests.filter((request) => request.key === key)
  }

  /** Deletes the recorded requests. The table of replies does not change. */
  reset(): void {
    this.requests.length = 0
  }

  /** Records the request, then returns its reply or throws its error. */
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

  /** Sets `isClosed` to true. */
  async close(): Promise<void> {
    this.isClosed = true
  }

  async #replyTo(request: RecordedRequest): Promise<unknown> {
    const isKnown = this.answer !== null || Object.hasOwn(this.replies, request.key)
    const written = this.answer ?? (isKnown ? this.replies[request.key] : noReply(request, this.replies))
    const reply: unknown = typeof written === 'function' ? await (written as ReplyMaker)(request) : written // safe cast: a function in the table is a ReplyMaker, as documented in `Replies`
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
