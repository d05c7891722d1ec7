import type { Clock } from '../contract/index.js'
import { RateLimitError } from '../errors/index.js'
import type { Connection } from '../models/index.js'

/** A token with less left than this is never used on after a failed renewal. */
const URGENT_SECONDS = 86_400
/** Seconds until a renewal that was not urgent is tried again. */
const POSTPONE_SECONDS = 300
/** How many connections are remembered; the oldest is forgotten first, and then only tried again sooner. */
const MOST_REMEMBERED = 10_000

/**
 * Renewals that failed by an outage while the token has days left. Some networks renew weeks ahead of time: their
 * outage must not stop accounts whose token works.
 */
export class Postponed {
  readonly #clock: Clock
  /** Monotonic seconds until which a connection's token is used as it is. */
  readonly #until = new Map<string, number>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Remembers a failed renewal. @returns False when the token runs out too soon to be used on. */
  add(connection: Connection, failure: unknown): boolean {
    if (connection.token.expiresWithin(URGENT_SECONDS, this.#clock.now())) return false
    const asked = RateLimitError.is(failure) ? (failure.retryAfter ?? 0) : 0
    this.#until.delete(connection.id)
    this.#until.set(connection.id, this.#clock.monotonic() + Math.max(POSTPONE_SECONDS, asked))
    if (this.#until.size > MOST_REMEMBERED)
      for (const oldest of this.#until.keys()) {
        this.#until.delete(oldest)
        break
      }
    return true
  }

  /** True while this connection's token is to be used as it is. */
  has(connection: Connection): boolean {
    const until = this.#until.get(connection.id)
    if (until === undefined) return false
    if (until > this.#clock.monotonic() && !connection.token.expiresWithin(URGENT_SECONDS, this.#clock.now()))
      return true
    this.#until.delete(connection.id)
    return false
  }
}
