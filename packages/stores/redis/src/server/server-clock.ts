import type { Clock } from '@social/core/platform'

/**
 * What the server's clock shows, as far as this process knows. It is only used to void calls that arrive too late and to
 * put saves in order; every other moment is looked up by the server itself.
 */
export class ServerClock {
  readonly #clock: Clock
  /** Server's milliseconds at the zero of our monotonic clock. */
  #offset = 0
  #lastStamp = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Takes over what the server has just said. The way back took time, so this errs towards too early. */
  learn(serverMs: number): void {
    this.#offset = serverMs - this.#clock.monotonic() * 1000
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
