import type { Clock } from '../../contract/index.js'
import type { Roster } from './roster.js'

interface Seen {
  readonly beat: number
  readonly since: number
}

/**
 * Detects dead workers: those whose heartbeat on the roster does not advance. Only this worker's own monotonic clock
 * counts, never the clocks of others or the time of day.
 */
export class DeadWorkerDetector {
  readonly #clock: Clock
  readonly #seconds: number
  readonly #seen = new Map<string, Seen>()
  #checkedAt = -Infinity

  /** @param seconds - A worker without a new heartbeat for this time is dead. */
  constructor(clock: Clock, seconds: number) {
    this.#clock = clock
    this.#seconds = seconds
  }

  /** @returns The dead workers of the roster. */
  see(roster: Roster, me: string): ReadonlySet<string> {
    const now = this.#clock.monotonic()
    // After a pause, missing heartbeats prove nothing: perhaps no worker could reach the store.
    if (now - this.#checkedAt > this.#seconds / 2) this.#seen.clear()
    this.#checkedAt = now
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
