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

// The values below are our choice, and not limits of a network.

/** Maximum size of a response: 16 MiB. No network sends responses of that size. */
const MAX_REPLY_BYTES = 16 * 1024 * 1024
/** Default timeout of one attempt in seconds. */
const TIMEOUT_SECONDS = 30
/** Seconds without a transferred byte in either direction after which an attempt is aborted. */
const STALL_SECONDS = 60
/**
 * Minimum size of a body that counts as an upload: 256 KiB. A slow connection may need more than `TIMEOUT_SECONDS`
 * for such a body.
 */
const MIN_UPLOAD_BYTES = 262_144

type Writable<T> = { -readonly [K in keyof T]: T[K] }

/** Values that all attempts of one request share. */
export interface AttemptContext {
  readonly parts: EngineParts
  readonly binding: HttpBinding
  readonly options: RequestOptions
  /**
   * Cancellation of the request: by the call that makes the request, or by the request's own
   * signal.
   */
  readonly cancellation: Cancellation
}

/** Settings in which the attempts of one request can differ. */
export interface AttemptOptions {
  /** Number of this attempt, counted from 1. */
  readonly attempt: number
  readonly onNewSocket: boolean
  /**
   * True for a request that must not be repeated after its socket died without a response. The
   * transport must use a new or proven socket.
   */
  readonly onProvenSocket: boolean
  /** Recorder for the request that makes a post visible. Null for any other request. */
  readonly recorder: PublishRecorder | null
}

/** The request before signing. Its URL contains no signature, so it can be included in events. */
type Unsigned = Pick<OutgoingRequest, 'url'>

/**
 * Sends one attempt. An upload is limited by inactivity, and its time does not count against the
 * deadline of the call. Any other request has a timeout.
 */
export function sendAttempt(
  sent: OutgoingRequest,
  unsigned: Unsigned,
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
  const redactor = redactorOf({ options, request: unsigned, signed: sent, withAuth }, binding.connection())
  const event = eventOf(sent, unsigned, context, attempt)
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
  const observed: ReplyReader = {
    opened(head) {
      isNotified = true
      reader.opened(head)
    },
    take: (chunk) => reader.take(chunk),
  }
  request.reader = observed
  const response = await binding.deadline.suspend(() => parts.transport.send(request))
  const { status, headers, body } = response
  // A custom transport does not support `reader`, so the reader receives the whole body here.
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
 * Request for the library's own transport. This transport listens to `cancellation` and rarely
 * reads `signal`, so the signal is created only when it is read. A custom transport gets a plain
 * object instead.
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
  unsigned: Unsigned,
  { binding, options }: AttemptContext,
  attempt: number,
): Writable<RequestEvent> {
  const { host = '', pathname = '' } = URL.parse(unsigned.url) ?? {}
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
