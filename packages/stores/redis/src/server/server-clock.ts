import type { Clock } from '@social/core/store'

/**
 * How much the two clocks may run apart: each is slowed down or hurried by 500 millionths at most while it is set right
 * gently. https://man7.org/linux/man-pages/man2/adjtimex.2.html (read 2026-11-22)
 */
const MAX_DRIFT = 0.001

/**
 * What the server's clock shows, as far as this process knows. It is only used to void calls that arrive too late and to
 * put saves in order; every other moment is looked up by the server itself.
 */
export class ServerClock {
  readonly #clock: Clock
  /** Server's milliseconds at the zero of our monotonic clock. */
  #offset = 0
  /** In milliseconds of our monotonic clock. */
  #learnedAt = 0
  #lastStamp = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Takes over what the server has just said. The way back took time, so this errs towards too early. */
  learn(serverMs: number): void {
    this.#learnedAt = this.#clock.monotonic() * 1000
    this.#offset = serverMs - this.#learnedAt
  }

  /**
   * The server's time in whole milliseconds that it shows no later than at a moment of our monotonic clock: what it does
   * before that is done when the moment comes. False only when the server's clock was set back since it was looked at.
   *
   * @param moment - In seconds.
   */
  reachedBy(moment: number): number {
    const at = moment * 1000
    return Math.floor(this.#offset + at - (at - this.#learnedAt) * MAX_DRIFT)
  }

  /** The server's time in milliseconds. */
  now(): number {
    return this.#offset + this.#clock.monotonic() * 1000
  }

  /** A number larger than each before, and than those other processes gave a moment ago. */
  stamp(): number {
    this.#lastStamp = Math.max(this.#lastStamp + 1, Math.floor(this.now() * 1000))
    return this.#lastStamp
  }

  /** Goes on after a stamp that was met. */
  passStamp(stamp: number): void {
    this.#lastStamp = Math.max(this.#lastStamp, stamp)
  }
}
