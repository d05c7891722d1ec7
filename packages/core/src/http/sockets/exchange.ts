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
 * How often as long as nothing may move a head may take whose body has left. Our choice: silence is told as silence, and
 * only a head that trickles meets this.
 */
const STALLS_OF_HEAD = 2

/** Bytes of an empty reply. */
const NOTHING = new Uint8Array()

/** What undici is given for one request. */
export interface DispatchOptions {
  readonly path: string
  readonly method: Dispatcher.HttpMethod
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array | OutgoingBody | null
  /** undici's own time-outs are off: they know nothing of bytes that are still leaving. */
  readonly headersTimeout: 0
  readonly bodyTimeout: 0
}

/** One request and its reply: what undici calls while it goes on, and what an abort is told to. */
export class Exchange implements Dispatcher.DispatchHandler, AlarmListener {
  readonly request: TransportRequest
  readonly dispatchOptions: DispatchOptions
  /** The socket it is on; told once undici has let go of it. */
  lane: { free(): void } | null = null
  /** True when it went out on a socket that had carried a request before. */
  isOnReusedSocket = false
  /** True when its server had closed that socket, or closed it instead of a response. */
  hasDiedOnReusedSocket = false
  readonly #cancellation: Cancellation
  readonly #resolve: Resolve
  readonly #reject: Reject
  readonly #body: OutgoingBody | null
  #controller: Dispatcher.DispatchController | null = null
  #timer: Alarm | null
  #settled = false
  #status = 0
  #headers: ReplyHeaders = {}
  #first: Uint8Array | null = null
  /** All of it, once there is more than one chunk. */
  #all: GatheredBytes | null = null
  #bytes = 0
  /** Takes the body, where the reply goes on. */
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

  /** True once the caller has its answer. */
  get isSettled(): boolean {
    return this.#settled
  }

  /** True once the head of the response has arrived. */
  get isAnswered(): boolean {
    return this.#status !== 0
  }

  /** The caller gave up, or its time did. */
  handleEvent(): void {
    if (this.#settled) return
    this.#settle()
    void this.#body?.stop()
    this.#reject(this.#controller === null ? abandonedUnsent(this.request) : this.#cancellation.reason)
    this.#controller?.abort(new Error('The request was given up.'))
  }

  /** Nothing moved for too long. */
  stall(): void {
    this.#giveUp(new StallError('Nothing moved for too long.'))
  }

  /** The attempt took too long: its alarm rang. */
  ring(): void {
    this.#giveUp(new TimeOutError('The attempt took too long.'))
  }

  /** Ends an exchange that never got a socket. */
  fail(error: Error): void {
    this.onResponseError(null, error)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (!this.#settled) this.#assertMayLeave()
    this.#controller = controller
    if (this.#settled) controller.abort(new Error('The request was given up.'))
    else if (this.#body === null) this.#limitReply(STALLS_OF_HEAD)
  }

  /** undici has a socket, and writes the head next. */
  #assertMayLeave(): void {
    try {
      this.request.assertMayLeave?.()
    } catch (error) {
      this.#settle()
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
    // What was counted until now was the time for the head.
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
      this.#giveUp(new ReplyTooBigError(`The reply has more than ${this.request.maxReplyBytes} bytes.`))
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
    if (this.#settled) return
    const body = this.#all === null ? (this.#first ?? NOTHING) : this.#all.whole()
    const response = { status: this.#status, headers: this.#headers, body }
    if (this.#body === null) {
      this.#settle()
      this.#resolve(response)
    } else this.#completeWhenReleased(this.#body, () => this.#resolve(response))
  }

  onResponseError(_controller: unknown, thrown: unknown): void {
    const error = toError(thrown)
    const isUnanswered = this.isOnReusedSocket && this.#status === 0
    const cause = isUnanswered ? onReusedSocket(error) : error
    this.hasDiedOnReusedSocket = cause !== error
    this.lane?.free()
    if (this.#settled) return
    const reason = errorOfAttempt(this.request, cause, { started: this.#controller !== null })
    if (this.#body === null) {
      this.#settle()
      this.#reject(reason)
    } else this.#completeWhenReleased(this.#body, () => this.#reject(reason))
  }

  /**
   * An upload is bounded by silence, but what it is answered is not: a byte now and then, or one `102 Processing` after
   * the other, would go on for years. Counted for the head from where all of the body has left, then for the body.
   */
  #limitReply(stalls = 1): void {
    if (this.#timer === null && !this.#settled && this.#reader === null && (this.#body?.hasLeft ?? true))
      this.#timer = setAlarm(systemClock, this.request.stallSeconds * stalls, this)
  }

  #stopTimer(): void {
    if (this.#timer !== null) stopAlarm(this.#timer)
    this.#timer = null
  }

  /** Lets the reader work; one that throws hears no more, and neither do we. */
  #read(work: () => void): void {
    if (this.#settled || this.#hasThrown) return
    try {
      work()
    } catch (error) {
      this.#hasThrown = true
      this.#giveUp(error instanceof Error ? error : new Error('The reader failed.', { cause: error }))
    }
  }

  #giveUp(error: Error): void {
    if (this.#settled) return
    // undici tells `onResponseError`, which waits for the source to let go of its buffers.
    if (this.#controller !== null) this.#controller.abort(error)
    else {
      this.#settle()
      this.#reject(errorOfAttempt(this.request, error, { started: false }))
    }
  }

  /** The source may still use its buffers; one that hangs is not waited for for ever. */
  #completeWhenReleased(body: OutgoingBody, answer: () => void): void {
    const ring = (): void => {
      if (this.#settled) return
      this.#settle()
      answer()
    }
    this.#stopTimer()
    this.#timer = setAlarm(systemClock, this.request.stallSeconds, { ring })
    void body.stop().then(ring)
  }

  #settle(): void {
    this.#settled = true
    this.#cancellation.removeListener(this)
    this.#stopTimer()
  }
}

/** Headers sent several times are joined; undici has lower-cased the names. */
function joined(headers: Record<string, string | string[] | undefined>): ReplyHeaders {
  for (const name in headers) {
    const value = headers[name]
    if (Array.isArray(value)) headers[name] = value.join(', ')
  }
  // `as`: every list was joined above, and undici never leaves a name without a value.
  return headers as Record<string, string>
}
