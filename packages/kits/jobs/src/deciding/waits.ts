import type { Clock } from '@social/core'

/** Connections whose wait (`retryAfter`) is remembered; one that is forgotten asks the network once more. Our choice. */
const MOST = 10_000

/** Until when connections have to wait because their network said so: their jobs are put back without asking again. */
export class Waits {
  readonly #clock: Clock
  readonly #freeAt = new Map<string, number>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  note(connectionId: string, seconds: number): void {
    const oldest = this.#freeAt.size >= MOST ? this.#freeAt.keys().next() : null
    if (oldest?.done === false) this.#freeAt.delete(oldest.value)
    this.#freeAt.set(connectionId, this.#clock.monotonic() + seconds)
  }

  /** Seconds that a connection still has to wait; 0 when it need not. */
  secondsFor(connectionId: string): number {
    const freeAt = this.#freeAt.get(connectionId)
    if (freeAt === undefined) return 0
    const seconds = freeAt - this.#clock.monotonic()
    if (seconds <= 0) this.#freeAt.delete(connectionId)
    return Math.max(0, seconds)
  }
}
