import type { Clock } from '../contract/index.js'
import { RateLimitError } from '../errors/index.js'
import { BoundedMap } from '../http/bounded-map.js'
import type { Connection } from '../models/index.js'
import type { TimeLeft } from './time-left.js'

/** Seconds: a token that has less left is never used on after a failed renewal. One day, see docs/decisions/0007. */
const URGENT_SECONDS = 86_400
/** Seconds of backoff until a renewal that was not urgent is tried again, or longer where the network asks. See docs/decisions/0007. */
const POSTPONE_SECONDS = 300
/** How many connections are remembered; one that is forgotten is only tried again sooner. */
const MAX_REMEMBERED = 10_000

/**
 * Renewals that failed by an outage while the token has days left. Some networks renew weeks ahead of time: their
 * outage must not stop accounts whose token works.
 */
export class PostponedRenewals {
  readonly #clock: Clock
  readonly #timeLeft: TimeLeft
  /** Monotonic seconds until which a connection's token is used as it is. */
  readonly #until = new BoundedMap<string, number>(MAX_REMEMBERED)

  constructor(clock: Clock, timeLeft: TimeLeft) {
    this.#clock = clock
    this.#timeLeft = timeLeft
  }

  /** Remembers a failed renewal. @returns False when the token runs out too soon to be used on. */
  add(connection: Connection, failure: unknown): boolean {
    if (this.#isUrgent(connection)) return false
    const asked = RateLimitError.is(failure) ? (failure.retryAfter ?? 0) : 0
    this.#until.set(connection.id, this.#clock.monotonic() + Math.max(POSTPONE_SECONDS, asked))
    return true
  }

  /** True while this connection's token is to be used as it is. */
  has(connection: Connection): boolean {
    const until = this.#until.get(connection.id)
    if (until === undefined) return false
    if (until > this.#clock.monotonic() && !this.#isUrgent(connection)) return true
    this.#until.delete(connection.id)
    return false
  }

  #isUrgent(connection: Connection): boolean {
    return this.#timeLeft.seconds(connection) <= URGENT_SECONDS
  }
}
