import { type SendCommand } from '../client.js'
import { serverTime } from './server.js'

/** Tolerated clock skew in milliseconds. Our choice. */
const MAX_SKEW_MS = 2_000
/**
 * Milliseconds between two checks for a change of this machine's clock, which send no request. While the clocks differ,
 * the server is queried at this interval, so that work resumes soon. Our choice.
 */
const CHECK_MS = 5_000
/** Checks between two measurements while the clocks agree: one minute. Our choice. */
const CHECKS_UNTIL_MEASURED = 12

/** Callbacks of a worker for its clock. */
export interface ClockListener {
  /**
   * The clocks differ too much: BullMQ compares due times with this machine's clock, and would run jobs early or
   * late.
   */
  off(skewSeconds: number): void
  right(): void
  trouble(error: unknown): void
}

/**
 * The server's time, estimated with this machine's monotonic clock. It is measured again every minute, and after a change
 * of this machine's clock.
 */
export class ServerClock {
  readonly #send: SendCommand
  readonly #listener: ClockListener
  #serverAt = 0
  #monotonicAt = 0
  #isRight = true
  #queriesLeft = CHECKS_UNTIL_MEASURED
  #measuring: Promise<void> | null = null
  #timer: NodeJS.Timeout | null = null
  #isClosed = false

  constructor(send: SendCommand, listener: ClockListener) {
    this.#send = send
    this.#listener = listener
  }

  /** True while jobs may be taken. */
  get isRight(): boolean {
    return this.#isRight
  }

  /** Milliseconds since 1970, by the server's clock. */
  now(): number {
    return this.#serverAt + (performance.now() - this.#monotonicAt)
  }

  /** Measures once, then repeatedly until it is closed. Rejects if the first measurement fails. */
  async start(): Promise<void> {
    await this.#measure()
    this.#queryLater()
  }

  close(): void {
    this.#isClosed = true
    if (this.#timer !== null) clearTimeout(this.#timer)
  }

  /**
   * Measures immediately if this machine's clock was changed since the last measurement. Concurrent callers share the
   * measurement. Called for a job that was fetched far too early: with a clock that is ahead, the worker would fetch that
   * job repeatedly.
   */
  async readIfSet(): Promise<void> {
    if (!this.#isRight || Math.abs(this.#skewMs()) <= MAX_SKEW_MS) return
    this.#measuring ??= this.#measureAnyway().finally(() => (this.#measuring = null))
    await this.#measuring
  }

  #queryLater(): void {
    if (this.#isClosed) return
    this.#timer = setTimeout(() => void this.#poll().finally(() => this.#queryLater()), CHECK_MS)
  }

  async #poll(): Promise<void> {
    this.#queriesLeft -= 1
    if (this.#isRight && this.#queriesLeft > 0) return this.readIfSet()
    return this.#measureAnyway()
  }

  /** Never rejects: errors are reported, and the next check measures again. */
  async #measureAnyway(): Promise<void> {
    try {
      await this.#measure()
    } catch (error) {
      this.#listener.trouble(error)
    }
  }

  #skewMs(): number {
    return Date.now() - this.now()
  }

  async #measure(): Promise<void> {
    const before = performance.now()
    const server = await serverTime(this.#send)
    const after = performance.now()
    // The server read its clock between the two times. The error of the middle is at most half of the duration.
    this.#serverAt = server
    this.#monotonicAt = (before + after) / 2
    this.#queriesLeft = CHECKS_UNTIL_MEASURED
    const skewMs = this.#skewMs()
    const wasRight = this.#isRight
    this.#isRight = Math.abs(skewMs) <= MAX_SKEW_MS
    if (!this.#isRight) this.#listener.off(skewMs / 1000)
    else if (!wasRight) this.#listener.right()
  }
}
