import type { Clock } from '../contract/index.js'
import { BoundedMap } from '../http/bounded-map.js'
import type { Connection } from '../models/index.js'

/**
 * Maximum number of remembered connections. The expiry of a removed connection's token is computed from the wall
 * clock only.
 */
const MAX_REMEMBERED = 10_000

interface Seen {
  readonly accessToken: string
  readonly expiresAt: number
  /** Monotonic time in seconds at which the token expires. */
  readonly end: number
}

/**
 * Remaining lifetime of tokens. The lifetime of a token is measured with the monotonic clock from the first check
 * on, so a wall clock that is set back does not extend the lifetime.
 */
export class TimeLeft {
  readonly #clock: Clock
  readonly #seen = new BoundedMap<string, Seen>(MAX_REMEMBERED)

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Seconds until the access token expires, negative after that. `Infinity` for a token without expiry. */
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
