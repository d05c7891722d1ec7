import type { Dispatcher } from 'undici'

import { type Cancellation, SignalCancellation } from '../cancellation.js'
import { GatheredBytes } from '../readers/gathered-bytes.js'
import { type Alarm, type AlarmListener, setAlarm, stopAlarm, systemClock } from '../time/clock.js'
import type { ReplyHeaders, ReplyReader, TransportRequest, TransportResponse } from '../types.js'
import { OutgoingBody, sourceOf } from './outgoing-body.js'
import {
  errorOfAttempt,
  abandonedUnsent,
  onReusedSocket,
  ReplyTooBigError,
  StallError,
  TimeOutError,
  toError,
} from './transport-errors.js'

type Resolve = (response: TransportResponse) => void
type Reject = (reason: unknown) => void

/**
 * Maximum time for the response header after the body was sent, as a multiple of `stallSeconds`. Our choice: inactivity
 * is reported as such, and only a header that arrives very slowly reaches this limit.
 */
const STALLS_OF_HEAD = 2

/** Body of an empty response. */
const NO_BYTES = new Uint8Array()

/** Arguments of undici's `dispatch` for one request. */
export interface DispatchOptions {
  readonly path: string
  readonly method: Dispatcher.HttpMethod
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array | OutgoingBody | null
  /** The timeouts of undici are disabled: they ignore bytes that are still being sent. */
  readonly headersTimeout: 0
  readonly bodyTimeout: 0
}

/** One request with its response. Handles the callbacks of undici and the cancellation. */
export class Exchange implements Dispatcher.DispatchHandler, AlarmListener {
  readonly request: TransportRequest
  readonly dispatchOptions: DispatchOptions
  /** Lane of the request, to be freed after undici has released it. */
  lane: { free(): void } | null = null
  /** True if the request was sent on a socket that had carried a request before. */
  isOnReusedSocket = false
  /** True if the server closed that socket, possibly instead of a response. */
  hasDiedOnReusedSocket = false
  readonly #cancellation: Cancellation
  readonly #resolve: Resolve
  readonly #reject: Reject
  readonly #body: OutgoingBody | null
  #controller: Dispatcher.DispatchController | null = null
  #timer: Alarm | null
  #isCompleted = false
  #status = 0
  #headers: ReplyHeaders = {}
  #first: Uint8Array | null = null
  /** All chunks, if there is more than one. */
  #all: GatheredBytes | null = null
  #bytes = 0
  /** Receives the body of a continuous response. */
  #reader: ReplyReader | null = null
  #hasThrown = false

  constructor(request: TransportRequest, path: string, resolve: Resolve, reject: Reject) {
    const source = sourceOf(request)
    this.request = request
    this.#resolve = resolve
    this.#reject = reject
    this.#body = source && new OutgoingBody(source, request, () => this.#limitReply(STALLS_OF_HEAD))
    this.dispatchOptions = {
      path,
      method: request.method,
      headers: source ? { ...request.headers, 'content-length': String(source.length) } : request.headers,
      body: this.#body ?? (request.body instanceof Uint8Array ? request.body : null),
      headersTimeout: 0,
      bodyTimeout: 0,
    }
    this.#cancellation = request.cancellation ?? new SignalCancellation(request.signal)
    this.#cancellation.addListener(this)
    const { timeoutSeconds } = request
    this.#timer = timeoutSeconds === undefined ? null : setAlarm(systemClock, timeoutSeconds, this)
  }

  /** True after the caller has received the result. */
  get isCompleted(): boolean {
    return this.#isCompleted
  }

  /** True after the response header has arrived. */
  get isAnswered(): boolean {
    return this.#status !== 0
  }

  /** The call was cancelled, or its deadline passed. */
  handleEvent(): void {
    if (this.#isCompleted) return
    this.#complete()
    void this.#body?.stop()
    this.#reject(this.#controller === null ? abandonedUnsent(this.request) : this.#cancellation.reason)
    this.#controller?.abort(new Error('The request was cancelled.'))
  }

  /** No data was transferred for too long. */
  stall(): void {
    this.#abort(new StallError('No data was transferred for too long.'))
  }

  /** The alarm fired: the attempt timed out. */
  ring(): void {
    this.#abort(new TimeOutError('The attempt timed out.'))
  }

  /** Ends an exchange that did not get a socket. */
  fail(error: Error): void {
    this.onResponseError(null, error)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (!this.#isCompleted) this.#assertMayLeave()
    this.#controller = controller
    if (this.#isCompleted) controller.abort(new Error('The request was cancelled.'))
    else if (this.#body === null) this.#limitReply(STALLS_OF_HEAD)
  }

  /** Called when undici has a socket and is about to write the header. */
  #assertMayLeave(): void {
    try {
      this.request.assertMayLeave?.()
    } catch (error) {
      this.#complete()
      void this.#body?.stop()
      this.#reject(error)
    }
  }

  onBodySent(chunk: Uint8Array): void {
    if (this.#body === null) this.request.onSent?.(chunk.byteLength)
  }

  onResponseStart(
    _controller: unknown,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (status < 200) return
    this.#status = status
    this.#headers = joined(headers)
    const { reader, timeoutSeconds } = this.request
    // The timer so far was for the header.
    if (timeoutSeconds === undefined) this.#stopTimer()
    if (reader === undefined || status > 299) {
      this.#limitReply()
      return
    }
    this.#reader = reader
    this.#read(() => reader.opened({ status, headers: this.#headers }))
  }

  onResponseData(_controller: unknown, chunk: Uint8Array): void {
    const reader = this.#reader
    if (reader !== null) {
      this.#read(() => reader.take(chunk))
      return
    }
    this.#limitReply()
    this.#bytes += chunk.byteLength
    if (this.#bytes > this.request.maxReplyBytes)
      this.#abort(new ReplyTooBigError(`The response has more than ${this.request.maxReplyBytes} bytes.`))
    else if (this.#first === null) this.#first = chunk
    else {
      if (this.#all === null) {
        this.#all = new GatheredBytes()
        this.#all.add(this.#first)
      }
      this.#all.add(chunk)
    }
  }

  onResponseEnd(): void {
    this.lane?.free()
    if (this.#isCompleted) return
    const body = this.#all === null ? (this.#first ?? NO_BYTES) : this.#all.whole()
    const response = { status: this.#status, headers: this.#headers, body }
    if (this.#body === null) {
      this.#complete()
      this.#resolve(response)
    } else this.#completeWhenReleased(this.#body, () => this.#resolve(response))
  }

  onResponseError(_controller: unknown, thrown: unknown): void {
    const error = toError(thrown)
    const isUnanswered = this.isOnReusedSocket && this.#status === 0
    const cause = isUnanswered ? onReusedSocket(error) : error
    this.hasDiedOnReusedSocket = cause !== error
    this.lane?.free()
    if (this.#isCompleted) return
    const reason = errorOfAttempt(this.request, cause, { started: this.#controller !== null })
    if (this.#body === null) {
      this.#complete()
      this.#reject(reason)
    } else this.#completeWhenReleased(this.#body, () => this.#reject(reason))
  }

  /**
   * Limits the time of the response to an upload. The upload itself is limited only by inactivity, but a response of
   * one byte now and then, or repeated `102 Processing`, could last for years. The limit applies to the header after
   * the whole body was sent, then to the body of the response.
   */
  #limitReply(stalls = 1): void {
    if (this.#timer === null && !this.#isCompleted && this.#reader === null && (this.#body?.hasLeft ?? true))
      this.#timer = setAlarm(systemClock, this.request.stallSeconds * stalls, this)
  }

  #stopTimer(): void {
    if (this.#timer !== null) stopAlarm(this.#timer)
    this.#timer = null
  }

  /** Calls the reader. After an error of the reader the exchange ends. */
  #read(work: () => void): void {
    if (this.#isCompleted || this.#hasThrown) return
    try {
      work()
    } catch (error) {
      this.#hasThrown = true
      this.#abort(error instanceof Error ? error : new Error('The reader failed.', { cause: error }))
    }
  }

  #abort(error: Error): void {
    if (this.#isCompleted) return
    // undici then calls `onResponseError`, which waits until the source releases its buffers.
    if (this.#controller !== null) this.#controller.abort(error)
    else {
      this.#complete()
      this.#reject(errorOfAttempt(this.request, error, { started: false }))
    }
  }

  /** Waits until the source no longer uses its buffers, with a time limit. */
  #completeWhenReleased(body: OutgoingBody, answer: () => void): void {
    const ring = (): void => {
      if (this.#isCompleted) return
      this.#complete()
      answer()
    }
    this.#stopTimer()
    this.#timer = setAlarm(systemClock, this.request.stallSeconds, { ring })
    void body.stop().then(ring)
  }

  #complete(): void {
    this.#isCompleted = true
    this.#cancellation.removeListener(this)
    this.#stopTimer()
  }
}

/** Joins repeated headers. undici has converted the names to lower case. */
function joined(headers: Record<string, string | string[] | undefined>): ReplyHeaders {
  for (const name in headers) {
    const value = headers[name]
    if (Array.isArray(value)) headers[name] = value.join(', ')
  }
  // `as`: every list was joined above, and undici never returns a name without a value.
  return headers as Record<string, string>
}
