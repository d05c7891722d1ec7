import type { Clock } from '@social/core'

/**
 * Maximum number of connections whose wait is remembered. Jobs of a forgotten connection send one
 * more request. Our choice.
 */
const MAX_CONNECTIONS = 10_000

/**
 * Remembers how long each connection must wait because of a rate limit. Jobs of a waiting
 * connection wait again without a request.
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

  /**
   * Returns the remaining seconds that a connection must wait. 0 if the connection need not wait.
   */
  secondsFor(connectionId: string): number {
    const freeAt = this.#freeAt.get(connectionId)
    if (freeAt === undefined) return 0
    const seconds = freeAt - this.#clock.monotonic()
    if (seconds <= 0) this.#freeAt.delete(connectionId)
    return Math.max(0, seconds)
  }
}
