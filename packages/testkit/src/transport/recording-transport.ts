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

/** How a transport answers where the table of replies does not say. */
export interface RecordingTransportSettings {
  /** Answers everything, instead of the table. */
  readonly answer?: ReplyMaker | undefined
  /** Status of a reply that does not say its own; 200 unless given. */
  readonly statusCode?: number | undefined
}

/** Header on the 404 that stands for a missing reply. */
export const NO_REPLY_HEADER = 'x-recording-transport'

async function readBody(body: TransportBody, onSent: TransportRequest['onSent']): Promise<Uint8Array> {
  if (body === null) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let sent = 0
  for await (const chunk of body instanceof Uint8Array ? [body] : body.open()) {
    // A chunk is only valid until the next one is asked for.
    chunks.push(Uint8Array.from(chunk))
    sent += chunk.length
    onSent?.(sent)
  }
  if (sent !== body.length)
    throw new NetworkError(`A body of ${body.length} bytes was announced, and ${sent} came.`)
  return Buffer.concat(chunks)
}

/** Resolves as `work` does, or rejects with the reason of the signal, whichever comes first. */
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
 * A transport without a network: it answers what it was told to, and keeps every request.
 *
 * @example
 * const transport = new RecordingTransport({ 'POST /posts': { id: '7' } })
 */
export class RecordingTransport implements Transport {
  /** Replies by `METHOD /path`; may be changed between calls. */
  replies: Replies
  /** Answers everything instead of the table; null leaves it to the table. May be changed between calls. */
  answer: ReplyMaker | null
  /** Status of a reply that does not say its own; may be changed between calls. */
  statusCode: number
  /** Every request so far, in order. */
  readonly requests: RecordedRequest[] = []
  /** True once it was closed. */
  isClosed = false

  /**
   * @param replies - By `METHOD /path`, without server and query: JSON values, text, bytes, `{ status, headers, body }`
   *   in full, an error to reject with, or a function of the request that gives any of these. A key that is missing
   *   is answered with a 404 that says what was asked and what is known.
   */
  constructor(replies: Replies = {}, settings: RecordingTransportSettings = {}) {
    assertObject(replies, 'RecordingTransport', "{ 'GET /me': { id: '1' } }")
    refuseUnknownNames(settings, ['answer', 'statusCode'], 'RecordingTransport')
    this.replies = replies
    this.answer = settings.answer ?? null
    this.statusCode = settings.statusCode ?? 200
  }

  /** Every request so far as `METHOD /path`, in order. */
  get paths(): readonly string[] {
    return this.requests.map((request) => request.key)
  }

  /** The requests of one key, in order. */
  requestsTo(key: string): readonly RecordedRequest[] {
    return this.requests.filter((request) => request.key === key)
  }

  /** Forgets the requests; the replies stay. */
  reset(): void {
    this.requests.length = 0
  }

  /** Records the request, then answers it, or rejects with the error that stands in its place. */
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
      throw new NetworkError(`The reply of ${recorded.key} is bigger than ${request.maxReplyBytes} bytes.`)
    return reply
  }

  /** Notes that it was closed. */
  async close(): Promise<void> {
    this.isClosed = true
  }

  async #replyTo(request: RecordedRequest): Promise<unknown> {
    const isKnown = this.answer !== null || Object.hasOwn(this.replies, request.key)
    const written = this.answer ?? (isKnown ? this.replies[request.key] : noReply(request, this.replies))
    const reply: unknown = typeof written === 'function' ? await (written as ReplyMaker)(request) : written // as above
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
