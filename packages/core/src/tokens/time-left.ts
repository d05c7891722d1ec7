import type { Clock } from '../contract/index.js'
import { BoundedMap } from '../http/bounded-map.js'
import type { Connection } from '../models/index.js'

/**
 * Maximum number of remembered connections. If a connection is forgotten, its token's lifetime is computed again
 * from the wall clock.
 */
const MAX_REMEMBERED = 10_000

interface Seen {
  readonly accessToken: string
  readonly expiresAt: number
  /** Monotonic time in seconds at which the token expires. */
  readonly end: number
}

/**
 * Computes the remaining lifetime of tokens. From the first check on, it measures a token's lifetime with the
 * monotonic clock, so that a wall clock that is set back does not extend the lifetime.
 */
export class TimeLeft {
  readonly #clock: Clock
  readonly #seen = new BoundedMap<string, Seen>(MAX_REMEMBERED)

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /**
   * Returns the seconds until the access token expires, negative after that. Returns `Infinity` for a token without
   * expiry.
   */
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
