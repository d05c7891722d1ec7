import type { Clock } from '@social/core'

/**
 * Maximum number of connections whose wait (`retryAfter`) is remembered. A forgotten connection sends one more
 * request. Our choice.
 */
const MAX_CONNECTIONS = 10_000

/**
 * End of the wait that a network requires, for each connection. Jobs of a waiting connection are put back without a
 * request.
 */
export class Waits {
  readonly #clock: Clock
  readonly #freeAt = new Map<string, number>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  note(connectionId: string, seconds: number): void {
    const oldest = this.#freeAt.size >= MAX_CONNECTIONS ? this.#freeAt.keys().next() : null
    if (oldest?.done === false) this.#freeAt.delete(oldest.value)
    this.#freeAt.set(connectionId, this.#clock.monotonic() + seconds)
  }

  /** Remaining seconds of the wait; 0 without a wait. */
  secondsFor(connectionId: string): number {
    const freeAt = this.#freeAt.get(connectionId)
    if (freeAt === undefined) return 0
    const seconds = freeAt - this.#clock.monotonic()
    if (seconds <= 0) this.#freeAt.delete(connectionId)
    return Math.max(0, seconds)
  }
}
