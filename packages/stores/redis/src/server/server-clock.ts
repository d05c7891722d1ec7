import type { Clock } from '@social/core/store'

/**
 * Maximum drift between the two clocks. Each clock may be adjusted gradually by at most 500 parts
 * per million.
 * https://man7.org/linux/man-pages/man2/adjtimex.2.html (read 2026-11-22)
 */
const MAX_DRIFT = 0.001

/**
 * Estimates the server's clock. The estimate is only used to ignore late calls and to order saves.
 * For any other time the server reads its own clock.
 */
export class ServerClock {
  readonly #clock: Clock
  /** Server time in milliseconds when our monotonic clock is 0. */
  #offset = 0
  /** Time of the last update of the estimate, in milliseconds of our monotonic clock. */
  #learnedAt = 0
  #lastStamp = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /**
   * Updates the estimate with the server's time from a reply. The reply took time to arrive, so
   * the estimate is rather early than late.
   */
  learn(serverMs: number): void {
    this.#learnedAt = this.#clock.monotonic() * 1000
    this.#offset = serverMs - this.#learnedAt
  }

  /**
   * Returns the latest server time, in whole milliseconds, that the server's clock has certainly
   * reached at a given time. A request with this deadline does not run after that time, unless the
   * server's clock was set back since the last reply.
   *
   * @param moment - Time of our monotonic clock in seconds.
   */
  reachedBy(moment: number): number {
    const at = moment * 1000
    return Math.floor(this.#offset + at - (at - this.#learnedAt) * MAX_DRIFT)
  }

  /** Returns the estimated server time in milliseconds. */
  now(): number {
    return this.#offset + this.#clock.monotonic() * 1000
  }

  /**
   * Returns a number larger than all earlier stamps of this process, and normally larger than
   * recent stamps of other processes.
   */
  stamp(): number {
    this.#lastStamp = Math.max(this.#lastStamp + 1, Math.floor(this.now() * 1000))
    return this.#lastStamp
  }

  /** Makes later stamps larger than the given stamp. */
  passStamp(stamp: number): void {
    this.#lastStamp = Math.max(this.#lastStamp, stamp)
  }
}
