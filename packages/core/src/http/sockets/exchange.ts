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
 * Maximum time between the sent body and the response header, as a multiple of `stallSeconds`.
 * Inactivity ends the exchange earlier, so only a header that arrives very slowly reaches this
 * limit. Our choice.
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
  /**
   * undici's own timeouts are disabled, because they do not count bytes that are still being sent
   * as activity.
   */
  readonly headersTimeout: 0
  readonly bodyTimeout: 0
}

/**
 * One request with its response. Receives the callbacks of undici, and aborts the request if the
 * call is cancelled.
 */
export class Exchange implements Dispatcher.DispatchHandler, AlarmListener {
  readonly request: TransportRequest
  readonly dispatchOptions: DispatchOptions
  /**
   * Lane (a place for one socket) that carries this request. The lane is freed when undici has
   * finished the request.
   */
  lane: { free(): void } | null = null
  /** True if the request was sent on a socket that had carried an earlier request. */
  isOnReusedSocket = false
  /**
   * True if the request got no response on a reused socket, which the server may have closed
   * before.
   */
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
  /** All chunks of the body, if there is more than one. */
  #all: GatheredBytes | null = null
  #bytes = 0
  /** Receives the body as it arrives, if the request has a `reader`. */
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

  /** True after the header of the response has arrived. */
  get isAnswered(): boolean {
    return this.#status !== 0
  }

  /** Called when the call was cancelled or its deadline has passed. */
  handleEvent(): void {
    if (this.#isCompleted) return
    this.#complete()
    void this.#body?.stop()
    this.#reject(this.#controller === null ? abandonedUnsent(this.request) : this.#cancellation.reason)
    this.#controller?.abort(new Error('The request was cancelled.'))
  }

  /** Called when no data was transferred for `stallSeconds`. */
  stall(): void {
    this.#abort(new StallError('No data was transferred for too long.'))
  }

  /** Called by the timer when the attempt has reached its timeout. */
  ring(): void {
    this.#abort(new TimeOutError('The attempt timed out.'))
  }

  /** Ends an exchange that did not get a socket, with this error. */
  fail(error: Error): void {
    this.onResponseError(null, error)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (!this.#isCompleted) this.#assertMayLeave()
    this.#controller = controller
    if (this.#isCompleted) controller.abort(new Error('The request was cancelled.'))
    else if (this.#body === null) this.#limitReply(STALLS_OF_HEAD)
  }

  /** Called when undici has a socket and is about to write the request header. */
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
    // The timer that was running limited the wait for the header, which has arrived now.
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
   * Limits the time of the response to an upload. A timeout by inactivity is not enough, because a
   * server could send single bytes or repeat `102 Processing` without end. The limit applies first
   * to the header, after the whole body was sent, and then to the body of the response.
   */
  #limitReply(stalls = 1): void {
    if (this.#timer === null && !this.#isCompleted && this.#reader === null && (this.#body?.hasLeft ?? true))
      this.#timer = setAlarm(systemClock, this.request.stallSeconds * stalls, this)
  }

  #stopTimer(): void {
    if (this.#timer !== null) stopAlarm(this.#timer)
    this.#timer = null
  }

  /** Calls the reader of the request. An error of the reader ends the exchange. */
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
    // undici then calls `onResponseError`, which ends the exchange after the body source has
    // released its buffers.
    if (this.#controller !== null) this.#controller.abort(error)
    else {
      this.#complete()
      this.#reject(errorOfAttempt(this.request, error, { started: false }))
    }
  }

  /**
   * Completes the exchange when the body source no longer uses its buffers, or after
   * `stallSeconds`.
   */
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

/**
 * Joins headers that occur more than once. undici has already converted the names to lower case.
 */
function joined(headers: Record<string, string | string[] | undefined>): ReplyHeaders {
  for (const name in headers) {
    const value = headers[name]
    if (Array.isArray(value)) headers[name] = value.join(', ')
  }
  // safe cast: every array was joined above, and undici never returns a name without a value
  return headers as Record<string, string>
}
