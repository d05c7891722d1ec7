import { channels, type RequestEvent, trace } from '../diagnostics/channels.js'
import type { EngineParts, HttpBinding } from './binding.js'
import type {
  OutgoingRequest,
  RequestOptions,
  TransportBody,
  TransportRequest,
  TransportResponse,
} from './types.js'

/** Bytes of a reply after which it is refused. */
const BIGGEST_REPLY_BYTES = 16 * 1024 * 1024
/** Seconds for one attempt, where neither the request nor the platform says. */
const TIMEOUT_SECONDS = 30
/** Seconds without a byte after which an upload is given up. */
const STALL_SECONDS = 60
/** Bytes from which a body is an upload: a slow line may need long for them. */
const SMALLEST_UPLOAD_BYTES = 262_144

type Writable<T> = { -readonly [K in keyof T]: T[K] }

/** What all attempts of a request have in common. */
export interface AttemptContext {
  readonly parts: EngineParts
  readonly binding: HttpBinding
  readonly options: RequestOptions
  /** Fires when the call, or this request alone, is given up. */
  readonly signal: AbortSignal
}

/**
 * Sends one attempt. An upload is bounded by silence and does not count against the deadline of the call; anything else
 * is bounded by time.
 */
export function sendAttempt(
  sent: OutgoingRequest,
  context: AttemptContext,
  attempt: number,
): Promise<TransportResponse> {
  if (!channels.request.hasSubscribers) return carry(transportRequest(sent, context), context)
  const event = eventOf(sent, context, attempt)
  return trace(channels.request, event, async () => {
    const response = await carry(transportRequest(sent, context), context)
    event.status = response.status
    event.receivedBytes = response.body.length
    return response
  })
}

function carry(request: TransportRequest, { parts, binding }: AttemptContext): Promise<TransportResponse> {
  if (request.timeoutSeconds !== undefined) return parts.transport.send(request)
  return binding.deadline.suspend(() => parts.transport.send(request))
}

function transportRequest(
  { method, url, headers, body }: OutgoingRequest,
  context: AttemptContext,
): TransportRequest {
  const { stallSeconds, timeoutSeconds, onSent, fromPerson } = context.options
  const isBoundBySilence = stallSeconds !== undefined || isUpload(body)
  const limit = timeoutSeconds ?? context.binding.platform.http?.timeoutSeconds ?? TIMEOUT_SECONDS
  const request: Writable<TransportRequest> = {
    method,
    url,
    headers,
    body,
    signal: context.signal,
    biggestReplyBytes: BIGGEST_REPLY_BYTES,
    stallSeconds: isBoundBySilence ? (stallSeconds ?? STALL_SECONDS) : limit,
  }
  if (!isBoundBySilence) request.timeoutSeconds = limit
  if (onSent !== undefined) request.onSent = onSent
  if (fromPerson ?? context.binding.platform.http?.fromPerson) request.publicHostsOnly = true
  return request
}

function isUpload(body: TransportBody): boolean {
  return body !== null && (!(body instanceof Uint8Array) || body.length >= SMALLEST_UPLOAD_BYTES)
}

function eventOf(sent: OutgoingRequest, { binding, options }: AttemptContext, attempt: number): RequestEvent {
  const { host = '', pathname = '' } = URL.parse(sent.url) ?? {}
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
