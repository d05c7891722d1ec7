import type { Clock } from '@social/core/store'

/**
 * Maximum drift between the two clocks: each may be adjusted gradually by at most 500 millionths.
 * https://man7.org/linux/man-pages/man2/adjtimex.2.html (read 2026-11-22)
 */
const MAX_DRIFT = 0.001

/**
 * Estimate of the server's clock. It is only used to ignore late calls and to order saves. For any other time the server
 * reads its own clock.
 */
export class ServerClock {
  readonly #clock: Clock
  /** Server time in milliseconds at the zero of our monotonic clock. */
  #offset = 0
  /** In milliseconds of our monotonic clock. */
  #learnedAt = 0
  #lastStamp = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Learns the server's current time. The response took time to arrive, so the estimate is early rather than late. */
  learn(serverMs: number): void {
    this.#learnedAt = this.#clock.monotonic() * 1000
    this.#offset = serverMs - this.#learnedAt
  }

  /**
   * The latest server time in whole milliseconds that has surely been reached at a time of our monotonic clock. A
   * request with this deadline is not run after that time, unless the server's clock was set back since the last reply.
   *
   * @param moment - In seconds.
   */
  reachedBy(moment: number): number {
    const at = moment * 1000
    return Math.floor(this.#offset + at - (at - this.#learnedAt) * MAX_DRIFT)
  }

  /** Server time in milliseconds. */
  now(): number {
    return this.#offset + this.#clock.monotonic() * 1000
  }

  /** A number larger than all earlier stamps, and than recent stamps of other processes. */
  stamp(): number {
    this.#lastStamp = Math.max(this.#lastStamp + 1, Math.floor(this.now() * 1000))
    return this.#lastStamp
  }

  /** Makes later stamps larger than this one. */
  passStamp(stamp: number): void {
    this.#lastStamp = Math.max(this.#lastStamp, stamp)
  }
}
