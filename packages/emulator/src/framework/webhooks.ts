import { createHmac } from 'node:crypto'

import { assertText, wrongArgument } from './arguments.js'
import { refuseUnknownNames } from './settings-names.js'

/** How an HMAC is written into a header. */
export interface HmacOptions {
  readonly algorithm?: 'sha256' | 'sha1' | undefined
  readonly encoding?: 'hex' | 'base64' | undefined
  /** Stands before it: `sha256=`. */
  readonly prefix?: string | undefined
}

/** The HMAC of exact bytes, as networks sign what they push. */
export function hmac(body: Uint8Array | string, secret: string, options: HmacOptions = {}): string {
  if (typeof body !== 'string' && !(body instanceof Uint8Array))
    throw wrongArgument('hmac: body', 'text or bytes', body)
  assertText(secret, 'hmac: secret')
  refuseUnknownNames(options, ['algorithm', 'encoding', 'prefix'], 'hmac')
  const { algorithm = 'sha256', encoding = 'hex', prefix = '' } = options
  return prefix + createHmac(algorithm, secret).update(body).digest(encoding)
}

/** One message to push. */
export interface Push {
  readonly url: string
  readonly body: Uint8Array | string
  /** Sent along with what `sign` adds. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** One attempt to deliver a message. */
export interface DeliveryAttempt {
  readonly push: Push
  /** Counted from 1; 0 for one that was delivered before and is sent again. */
  readonly attempt: number
  /** Null when no answer came. */
  readonly status: number | null
}

/** In which order waiting messages are sent: places counted from 0 may be given one by one. */
export type DeliveryOrder = 'AS_QUEUED' | 'REVERSED' | readonly number[]

/** How a sender works. */
export interface WebhookSenderOptions {
  /** Signs the exact bytes; gives the headers. Asked again for each attempt. */
  readonly sign?: ((body: Uint8Array, push: Push) => Readonly<Record<string, string>>) | undefined
  /** Seconds before each further attempt, by the machine's clock; empty, the default, waits for `flush`. */
  readonly retrySeconds?: readonly number[] | undefined
  /** Attempts after which a message is given up; 5 unless given. */
  readonly attempts?: number | undefined
  /** Takes a message to where it is sent, as `fetch` does, which does it unless given. */
  readonly carry?: ((request: Request) => Promise<Response>) | undefined
  /** False, the default, waits for `flush`; true sends as soon as a message is queued. */
  readonly immediately?: boolean | undefined
}

interface Waiting {
  readonly push: Push
  attempts: number
}

/**
 * Pushes messages the way networks do: signed, at least once, again after a failure, and on request twice or in the
 * wrong order. A message counts as delivered once it was answered with a 2xx status.
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

  /** Every attempt so far, oldest first. */
  get attempts(): readonly DeliveryAttempt[] {
    return this.#done
  }

  /** How many messages are not delivered yet. */
  get waiting(): number {
    return this.#waiting.length
  }

  /** Queues a message. */
  async push(push: Push): Promise<void> {
    const waiting = { push, attempts: 0 }
    this.#waiting.push(waiting)
    if (this.#options.immediately === true) await this.#send(waiting, 1)
  }

  /**
   * Sends what is waiting, one after another.
   *
   * @param options - `copies` of each message are sent, whatever the first was answered with; `order` sets their order;
   *   with `again`, those that were delivered before are sent once more, ahead of the others.
   * @returns The attempts made now.
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

  /** Does something later that may push; never once it was closed. */
  later(seconds: number, work: () => void): void {
    if (this.#isClosed) return
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      work()
    }, seconds * 1000)
    timer.unref()
    this.#timers.add(timer)
  }

  /** Stops further attempts, and whatever was planned. */
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

  /** Sends it once; true when it was taken. */
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
