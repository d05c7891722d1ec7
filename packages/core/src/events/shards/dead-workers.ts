import type { Clock } from '../../contract/index.js'
import type { Roster } from './roster.js'

interface Seen {
  readonly beat: number
  readonly since: number
}

/**
 * Detects workers that are dead: those whose heartbeat on the roster stands still. Only this worker's own monotonic clock
 * counts, never the clocks of others or the time of day.
 */
export class DeadWorkerDetector {
  readonly #clock: Clock
  readonly #seconds: number
  readonly #seen = new Map<string, Seen>()
  #lookedAt = -Infinity

  /** @param seconds - After which a worker whose beat stands still is gone. */
  constructor(clock: Clock, seconds: number) {
    this.#clock = clock
    this.#seconds = seconds
  }

  /** @returns Those of the roster that are gone. */
  see(roster: Roster, me: string): ReadonlySet<string> {
    const now = this.#clock.monotonic()
    // Who could not look for a while knows nothing of the others: perhaps none of them reached the store either.
    if (now - this.#lookedAt > this.#seconds / 2) this.#seen.clear()
    this.#lookedAt = now
    const gone = new Set<string>()
    for (const id of this.#seen.keys()) if (!roster.has(id)) this.#seen.delete(id)
    for (const [id, { beat }] of roster) {
      const seen = this.#seen.get(id)
      if (seen?.beat !== beat) this.#seen.set(id, { beat, since: now })
      else if (id !== me && now - seen.since >= this.#seconds) gone.add(id)
    }
    return gone
  }
}
