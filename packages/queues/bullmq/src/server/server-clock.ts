import { type SendCommand } from '../client.js'
import { serverTime } from './server.js'

/**
 * Maximum accepted difference between this machine's clock and the server's clock, in
 * milliseconds. Our choice.
 */
const MAX_SKEW_MS = 2_000
/**
 * Milliseconds between two checks whether this machine's clock was changed. These checks send no
 * request. While the clocks differ too much, the server's clock is read at this interval, so that
 * work resumes soon. Our choice.
 */
const CHECK_MS = 5_000
/**
 * Number of checks between two measurements while the clocks agree. Together they take one minute.
 * Our choice.
 */
const CHECKS_UNTIL_MEASURED = 12

/** Functions that the clock calls when its state changes. */
export interface ClockListener {
  /**
   * Called when the clocks differ too much. BullMQ compares due times with this machine's clock,
   * so it would run jobs early or late.
   */
  off(skewSeconds: number): void
  right(): void
  trouble(error: unknown): void
}

/**
 * Estimates the server's time with this machine's monotonic clock. Measures the server's time
 * every minute, and after a change of this machine's clock.
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

  /** True while the clocks agree, so that the worker may take jobs. */
  get isRight(): boolean {
    return this.#isRight
  }

  /** Returns the estimated server time in milliseconds since 1970. */
  now(): number {
    return this.#serverAt + (performance.now() - this.#monotonicAt)
  }

  /**
   * Measures the server's time now and then regularly until `close`. Rejects if the first
   * measurement fails.
   */
  async start(): Promise<void> {
    await this.#measure()
    this.#queryLater()
  }

  close(): void {
    this.#isClosed = true
    if (this.#timer !== null) clearTimeout(this.#timer)
  }

  /**
   * Measures the server's time if this machine's clock was changed since the last measurement. The
   * worker calls this method when it received a job far too early. Otherwise a worker whose clock
   * is ahead would fetch this job repeatedly. Concurrent callers share one measurement.
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

  /**
   * Measures the server's time. Never rejects, because errors are reported and the next check
   * measures again.
   */
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
    // The server read its clock between `before` and `after`. The middle of the two is wrong by at
    // most half of the duration.
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
