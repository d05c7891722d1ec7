import { createHmac } from 'node:crypto'

import { assertText, wrongArgument } from './arguments.js'
import { refuseUnknownNames } from './settings-names.js'

/** Encoding of an HMAC in a header. */
export interface HmacOptions {
  readonly algorithm?: 'sha256' | 'sha1' | undefined
  readonly encoding?: 'hex' | 'base64' | undefined
  /** Prefix of the value: `sha256=`. */
  readonly prefix?: string | undefined
}

/** HMAC of exact bytes, as networks sign webhook requests. */
export function hmac(body: Uint8Array | string, secret: string, options: HmacOptions = {}): string {
  if (typeof body !== 'string' && !(body instanceof Uint8Array))
    throw wrongArgument('hmac: body', 'text or bytes', body)
  assertText(secret, 'hmac: secret')
  refuseUnknownNames(options, ['algorithm', 'encoding', 'prefix'], 'hmac')
  const { algorithm = 'sha256', encoding = 'hex', prefix = '' } = options
  return prefix + createHmac(algorithm, secret).update(body).digest(encoding)
}

/** One webhook request. */
export interface Push {
  readonly url: string
  readonly body: Uint8Array | string
  /** Sent together with the headers of `sign`. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** One attempt to deliver a webhook request. */
export interface DeliveryAttempt {
  readonly push: Push
  /** Counted from 1. 0 for a request that was delivered before and is sent again. */
  readonly attempt: number
  /** Null if no response was received. */
  readonly status: number | null
}

/** Delivery order of pending requests. A list contains their positions, counted from 0. */
export type DeliveryOrder = 'AS_QUEUED' | 'REVERSED' | readonly number[]

/** Options of a webhook sender. */
export interface WebhookSenderOptions {
  /** Returns the signature headers for the exact bytes. Called for each attempt. */
  readonly sign?: ((body: Uint8Array, push: Push) => Readonly<Record<string, string>>) | undefined
  /**
   * Seconds before each retry, by the machine's clock. Empty, the default, disables automatic retries: call
   * `flush`.
   */
  readonly retrySeconds?: readonly number[] | undefined
  /** Maximum number of attempts. Default: 5. */
  readonly attempts?: number | undefined
  /** Sends a request. Default: `fetch`. */
  readonly carry?: ((request: Request) => Promise<Response>) | undefined
  /** If true, sends a request when it is queued. False, the default, sends on `flush`. */
  readonly immediately?: boolean | undefined
}

interface Waiting {
  readonly push: Push
  attempts: number
}

/**
 * Sends webhook requests as networks do: signed, at least once, with retries. On request it sends duplicates or
 * changes the order. A request is delivered when the response has a 2xx status.
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

  /** All attempts so far, oldest first. */
  get attempts(): readonly DeliveryAttempt[] {
    return this.#done
  }

  /** Number of undelivered requests. */
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
   * Sends pending requests one after another.
   *
   * @param options - `copies`: number of times each request is sent, whatever the response. `order`: their
   * order. `again`: also sends delivered requests again, before the pending ones.
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

  /** Runs work later that may push. Never runs after `close`. */
  later(seconds: number, work: () => void): void {
    if (this.#isClosed) return
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      work()
    }, seconds * 1000)
    timer.unref()
    this.#timers.add(timer)
  }

  /** Cancels retries and planned work. */
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

  /** Sends a request once. True if the receiver accepted it. */
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
