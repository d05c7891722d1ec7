import type { Clock } from '../contract/index.js'
import { BoundedMap } from '../http/bounded-map.js'
import type { Connection } from '../models/index.js'

/** How many connections are remembered; one that is forgotten is judged by the wall clock alone. */
const MAX_REMEMBERED = 10_000

interface Seen {
  readonly accessToken: string
  readonly expiresAt: number
  /** Monotonic seconds at which the token runs out. */
  readonly end: number
}

/**
 * How long tokens still last. A token that this process has seen is measured on the monotonic clock from that moment
 * on: a wall clock that is set back does not make an old token young again.
 */
export class TimeLeft {
  readonly #clock: Clock
  readonly #seen = new BoundedMap<string, Seen>(MAX_REMEMBERED)

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Seconds until the access token runs out, negative once it has; `Infinity` when it does not run out on its own. */
  seconds({ id, token }: Pick<Connection, 'id' | 'token'>): number {
    if (token.expiresAt === null) return Infinity
    const expiresAt = token.expiresAt.getTime()
    const now = this.#clock.monotonic()
    const byWallClock = (expiresAt - this.#clock.now().getTime()) / 1000
    const seen = this.#seen.get(id)
    if (seen !== undefined && seen.accessToken === token.accessToken && seen.expiresAt === expiresAt)
      return Math.min(byWallClock, seen.end - now)
    this.#seen.set(id, { accessToken: token.accessToken, expiresAt, end: now + byWallClock })
    return byWallClock
  }
}
