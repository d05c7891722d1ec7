import { createHmac } from 'node:crypto'

import { assertText, wrongArgument } from './arguments.js'
import { refuseUnknownNames } from './settings-names.js'

/** Encoding of an HMAC in a header. */
export interface HmacOptions {
  readonly algorithm?: 'sha256' | 'sha1' | undefined
  readonly encoding?: 'hex' | 'base64' | undefined
  /** Prefix of the header value, for example `sha256=`. */
  readonly prefix?: string | undefined
}

/** Computes the HMAC of the exact bytes, with which networks sign webhook requests. */
export function hmac(body: Uint8Array | string, secret: string, options: HmacOptions = {}): string {
  if (typeof body !== 'string' && !(body instanceof Uint8Array))
    throw wrongArgument('hmac: body', 'text or bytes', body)
  assertText(secret, 'hmac: secret')
  refuseUnknownNames(options, ['algorithm', 'encoding', 'prefix'], 'hmac')
  const { algorithm = 'sha256', encoding = 'hex', prefix = '' } = options
  return prefix + createHmac(algorithm, secret).update(body).digest(encoding)
}

/** Webhook request to deliver. */
export interface Push {
  readonly url: string
  readonly body: Uint8Array | string
  /** Headers to send in addition to the headers that `sign` returns. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** One attempt to deliver a webhook request. */
export interface DeliveryAttempt {
  readonly push: Push
  /**
   * Number of the attempt for this request, counted from 1. 0 if the request was already delivered
   * and is sent again.
   */
  readonly attempt: number
  /** Status of the response. Null if no response was received. */
  readonly status: number | null
}

/**
 * Order in which pending requests are delivered. A list contains their positions in the queue,
 * counted from 0.
 */
export type DeliveryOrder = 'AS_QUEUED' | 'REVERSED' | readonly number[]

/** Options of a webhook sender. */
export interface WebhookSenderOptions {
  /** Returns the signature headers for the exact bytes of the body. Called for each attempt. */
  readonly sign?: ((body: Uint8Array, push: Push) => Readonly<Record<string, string>>) | undefined
  /**
   * Seconds to wait before each retry, by the machine's clock. Default: an empty list, which
   * disables automatic retries. Tests then call `flush`.
   */
  readonly retrySeconds?: readonly number[] | undefined
  /** Maximum number of attempts for each request. Default: 5. */
  readonly attempts?: number | undefined
  /** Sends a request. Default: `fetch`. */
  readonly carry?: ((request: Request) => Promise<Response>) | undefined
  /**
   * If true, a request is sent as soon as it is queued. Default: false, which sends requests on
   * `flush`.
   */
  readonly immediately?: boolean | undefined
}

interface Waiting {
  readonly push: Push
  attempts: number
}

/**
 * Sends signed webhook requests at least once, with retries, as networks do. Options of `flush`
 * send duplicates or change the order. A request counts as delivered if the response has a 2xx
 * status.
 */
export class WebhookSender {
  readonly #options: WebhookSenderOptions
  #waiting: Waiting[] = []
  readonly #delivered: Push[] = []
  readonly #done: DeliveryAttempt[] = []
  readonly #timers = new Set<NodeJS.Timeout>()
  #isClosed = false

  constructor(options: WebhookSenderOptions = {}) {
    this.#options = options
  }

  /** Returns all attempts so far, oldest first. */
  get attempts(): readonly DeliveryAttempt[] {
    return this.#done
  }

  /** Returns the number of undelivered requests. */
  get waiting(): number {
    return this.#waiting.length
  }

  /** Queues a webhook request. */
  async push(push: Push): Promise<void> {
    const waiting = { push, attempts: 0 }
    this.#waiting.push(waiting)
    if (this.#options.immediately === true) await this.#send(waiting, 1)
  }

  /**
   * Sends the pending requests one after another.
   *
   * @param options - `copies` is the number of times each request is sent, whatever the response.
   * `order` is the order of the requests. `again` also sends delivered requests again, before the
   * pending requests.
   * @returns The attempts of this call.
   */
  async flush(
    options: {
      readonly copies?: number | undefined
      readonly order?: DeliveryOrder | undefined
      readonly again?: boolean | undefined
    } = {},
  ): Promise<readonly DeliveryAttempt[]> {
    const { copies = 1, order = 'AS_QUEUED' } = options
    const before = this.#done.length
    for (const push of options.again === true ? [...this.#delivered] : []) await this.#try(push, 0)
    const queue = [...this.#waiting]
    const sorted =
      order === 'AS_QUEUED'
        ? queue
        : order === 'REVERSED'
          ? queue.toReversed()
          : order.flatMap((place) => queue[place] ?? [])
    for (const waiting of sorted) await this.#send(waiting, copies)
    return this.#done.slice(before)
  }

  /** Runs `work` after a delay. Does not run it after `close`. */
  later(seconds: number, work: () => void): void {
    if (this.#isClosed) return
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      work()
    }, seconds * 1000)
    timer.unref()
    this.#timers.add(timer)
  }

  /** Cancels retries and delayed work. */
  close(): void {
    this.#isClosed = true
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers.clear()
    this.#waiting = []
  }

  async #send(waiting: Waiting, copies: number): Promise<void> {
    waiting.attempts += 1
    let isDelivered = false
    for (let copy = 0; copy < copies; copy += 1) {
      const isTaken = await this.#try(waiting.push, waiting.attempts)
      isDelivered ||= isTaken
    }
    if (isDelivered) this.#delivered.push(waiting.push)
    if (isDelivered || waiting.attempts >= (this.#options.attempts ?? 5))
      this.#waiting = this.#waiting.filter((one) => one !== waiting)
    else this.#plan(waiting)
  }

  /** Sends a request once. Returns true if the response has a 2xx status. */
  async #try(push: Push, attempt: number): Promise<boolean> {
    const status = await this.#attempt(push)
    this.#done.push({ push, attempt, status })
    return status !== null && status >= 200 && status < 300
  }

  #plan(waiting: Waiting): void {
    const seconds = this.#options.retrySeconds?.[waiting.attempts - 1]
    if (seconds === undefined) return
    this.later(seconds, () => void this.#send(waiting, 1))
  }

  async #attempt(push: Push): Promise<number | null> {
    const body =
      typeof push.body === 'string' ? new TextEncoder().encode(push.body) : Uint8Array.from(push.body)
    const headers = {
      'content-type': 'application/json',
      ...push.headers,
      ...this.#options.sign?.(body, push),
    }
    try {
      const { carry = fetch } = this.#options
      const response = await carry(
        new Request(push.url, { method: 'POST', body, headers, redirect: 'manual' }),
      )
      await response.arrayBuffer()
      return response.status
    } catch {
      return null
    }
  }
}
