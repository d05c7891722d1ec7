import type { Clock } from '../../contract/index.js'
import type { Roster } from './roster.js'

interface Seen {
  readonly beat: number
  readonly since: number
}

/**
 * Finds dead workers. A worker is dead if its heartbeat on the roster has not advanced for a given
 * time. This time is measured with the monotonic clock of the checking worker, so clocks of
 * different machines may differ.
 */
export class DeadWorkerDetector {
  readonly #clock: Clock
  readonly #seconds: number
  readonly #seen = new Map<string, Seen>()
  #checkedAt = -Infinity

  /** @param seconds - A worker whose heartbeat has not advanced for this time is dead. */
  constructor(clock: Clock, seconds: number) {
    this.#clock = clock
    this.#seconds = seconds
  }

  /** Compares the roster with earlier ones. @returns The ids of the dead workers, never `me`. */
  see(roster: Roster, me: string): ReadonlySet<string> {
    const now = this.#clock.monotonic()
    // After a pause in the checks, missing heartbeats prove nothing, because the store may have
    // been unavailable to all workers.
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
