import { channels, type RequestEvent, trace } from '../../diagnostics/channels.js'
import type { EngineParts, HttpBinding } from '../binding.js'
import type { Cancellation } from '../cancellation.js'
import { redactorOf } from '../redaction/redact.js'
import type {
  OutgoingRequest,
  ReplyReader,
  RequestOptions,
  TransportBody,
  TransportRequest,
  TransportResponse,
} from '../types.js'
import type { PublishRecorder } from './visible-request.js'

// These four are our choice, not a network's.

/** Bytes of a reply, 16 MiB, after which it is refused: far more than any network answers. */
const MAX_REPLY_BYTES = 16 * 1024 * 1024
/** Seconds for one attempt, where neither the request nor the platform says. */
const TIMEOUT_SECONDS = 30
/** Seconds without a byte, in either direction, after which an upload is given up. */
const STALL_SECONDS = 60
/** Bytes, 256 KiB, from which a body is an upload: a slow line may need longer than `TIMEOUT_SECONDS` for it. */
const MIN_UPLOAD_BYTES = 262_144

type Writable<T> = { -readonly [K in keyof T]: T[K] }

/** What all attempts of a request have in common. */
export interface AttemptContext {
  readonly parts: EngineParts
  readonly binding: HttpBinding
  readonly options: RequestOptions
  /** Says when the call, or this request alone, is given up. */
  readonly cancellation: Cancellation
}

/** What is particular to one attempt. */
export interface AttemptOptions {
  /** Counted from 1. */
  readonly attempt: number
  readonly onNewSocket: boolean
  /** True for what cannot be repeated if its socket turns out to be dead. */
  readonly onProvenSocket: boolean
  /** Records the visible request of a publish; null for any other request. */
  readonly recorder: PublishRecorder | null
}

/** The request as it was asked for: what may be told of it. */
type Asked = Pick<OutgoingRequest, 'url'>

/**
 * Sends one attempt. An upload is bounded by silence and does not count against the deadline of the call; anything else
 * is bounded by time.
 */
export function sendAttempt(
  sent: OutgoingRequest,
  asked: Asked,
  context: AttemptContext,
  { attempt, onNewSocket, onProvenSocket, recorder }: AttemptOptions,
): Promise<TransportResponse> {
  const request = transportRequest(sent, context)
  const { assertMayLeave } = context.binding
  if (recorder?.assertHeld !== undefined) request.assertMayLeave = () => recorder.assertHeld?.()
  else if (assertMayLeave) request.assertMayLeave = assertMayLeave
  if (onNewSocket) request.onNewSocket = true
  if (onProvenSocket) request.onProvenSocket = true
  if (!channels.request.hasSubscribers) return carry(request, context)
  const { options, binding } = context
  const withAuth = options.auth !== 'none' && binding.connection() !== null
  const redactor = redactorOf({ options, request: asked, signed: sent, withAuth }, binding.connection())
  const event = eventOf(sent, asked, context, attempt)
  event.path = redactor.address(event.path)
  return trace(channels.request, event, async () => {
    try {
      const response = await carry(request, context)
      event.status = response.status
      event.receivedBytes = response.body.length
      return response
    } catch (error) {
      throw redactor.error(error)
    }
  })
}

async function carryStream(
  request: Writable<TransportRequest>,
  reader: ReplyReader,
  { parts, binding }: AttemptContext,
): Promise<TransportResponse> {
  let isNotified = false
  const noting: ReplyReader = {
    opened(head) {
      isNotified = true
      reader.opened(head)
    },
    take: (chunk) => reader.take(chunk),
  }
  request.reader = noting
  const response = await binding.deadline.suspend(() => parts.transport.send(request))
  const { status, headers, body } = response
  // The transport is an application's own, and does not know `reader`: the whole reply is read at once.
  if (!isNotified && status >= 200 && status < 300) {
    reader.opened({ status, headers })
    reader.take(body)
  }
  return response
}

function carry(request: Writable<TransportRequest>, context: AttemptContext): Promise<TransportResponse> {
  const { parts, binding } = context
  if (request.reader !== undefined) return carryStream(request, request.reader, context)
  if (request.timeoutSeconds !== undefined) return parts.transport.send(request)
  return binding.deadline.suspend(() => parts.transport.send(request))
}

/**
 * What the library's own transport is given: it hears of an abort through `cancellation`, so that a signal is made only
 * when somebody asks for it. Any other transport gets the signal itself, in an object that may be copied.
 */
class OwnRequest implements TransportRequest {
  readonly method: TransportRequest['method']
  readonly url: string
  readonly headers: TransportRequest['headers']
  readonly body: TransportBody
  readonly cancellation: Cancellation
  readonly maxReplyBytes: number
  readonly stallSeconds: number

  constructor(
    { method, url, headers, body }: OutgoingRequest,
    cancellation: Cancellation,
    { maxReplyBytes, stallSeconds }: Pick<TransportRequest, 'maxReplyBytes' | 'stallSeconds'>,
  ) {
    this.method = method
    this.url = url
    this.headers = headers
    this.body = body
    this.cancellation = cancellation
    this.maxReplyBytes = maxReplyBytes
    this.stallSeconds = stallSeconds
  }

  get signal(): AbortSignal {
    return this.cancellation.signal
  }
}

function transportRequest(sent: OutgoingRequest, context: AttemptContext): Writable<TransportRequest> {
  const { method, url, headers, body } = sent
  const { cancellation } = context
  const { stallSeconds, timeoutSeconds, onSent, fromPerson, maxReplyBytes, reader } = context.options
  const isBoundBySilence = stallSeconds !== undefined || reader !== undefined || isUpload(body)
  const limit = timeoutSeconds ?? context.binding.platform.http?.timeoutSeconds ?? TIMEOUT_SECONDS
  const bounds = {
    maxReplyBytes: maxReplyBytes ?? MAX_REPLY_BYTES,
    stallSeconds: isBoundBySilence ? (stallSeconds ?? STALL_SECONDS) : limit,
  }
  const request: Writable<TransportRequest> = context.parts.isOwnTransport
    ? new OwnRequest(sent, cancellation, bounds)
    : { method, url, headers, body, cancellation, signal: cancellation.signal, ...bounds }
  if (!isBoundBySilence) request.timeoutSeconds = limit
  if (onSent !== undefined) request.onSent = onSent
  if (reader !== undefined) request.reader = reader
  if (fromPerson ?? context.binding.platform.http?.fromPerson) request.publicHostsOnly = true
  return request
}

function isUpload(body: TransportBody): boolean {
  return body !== null && (!(body instanceof Uint8Array) || body.length >= MIN_UPLOAD_BYTES)
}

function eventOf(
  sent: OutgoingRequest,
  asked: Asked,
  { binding, options }: AttemptContext,
  attempt: number,
): Writable<RequestEvent> {
  const { host = '', pathname = '' } = URL.parse(asked.url) ?? {}
  return {
    platform: binding.platform.name,
    connectionId: binding.connection()?.id ?? null,
    operation: binding.operation,
    method: sent.method,
    host,
    path: pathname,
    attempt,
    sentBytes: sent.body?.length ?? 0,
    cost: options.cost ?? null,
  }
}
