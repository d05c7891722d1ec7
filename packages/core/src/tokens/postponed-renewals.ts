import type { Clock } from '../contract/index.js'
import { RateLimitError } from '../errors/index.js'
import { BoundedMap } from '../http/bounded-map.js'
import type { Connection } from '../models/index.js'
import type { TimeLeft } from './time-left.js'

/**
 * One day in seconds. If a renewal fails, a token that expires within this time is not used further. See
 * docs/decisions/0007.
 */
const URGENT_SECONDS = 86_400
/**
 * Minimum backoff in seconds after a failed renewal of a token that stays valid longer than a day. The network can
 * request more. See docs/decisions/0007.
 */
const POSTPONE_SECONDS = 300
/** Maximum number of remembered connections. If a connection is forgotten, its renewal is only retried sooner. */
const MAX_REMEMBERED = 10_000

/**
 * Remembers renewals that failed because of an outage although the token stays valid for days. Some networks renew
 * weeks in advance, and an outage must not stop accounts whose token still works.
 */
export class PostponedRenewals {
  readonly #clock: Clock
  readonly #timeLeft: TimeLeft
  /** For each connection: the monotonic time in seconds until which its token is used without renewal. */
  readonly #until = new BoundedMap<string, number>(MAX_REMEMBERED)

  constructor(clock: Clock, timeLeft: TimeLeft) {
    this.#clock = clock
    this.#timeLeft = timeLeft
  }

  /**
   * Remembers a failed renewal.
   * @returns False if the token expires too soon to be used further.
   */
  add(connection: Connection, failure: unknown): boolean {
    if (this.#isUrgent(connection)) return false
    const asked = RateLimitError.is(failure) ? (failure.retryAfter ?? 0) : 0
    this.#until.set(connection.id, this.#clock.monotonic() + Math.max(POSTPONE_SECONDS, asked))
    return true
  }

  /** Returns true while this connection's token is used without renewal. */
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
