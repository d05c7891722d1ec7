import type { Clock } from '../../contract/ports.js'
import { BoundedMap } from '../bounded-map.js'
import type { ReplyHeaders } from '../types.js'

/**
 * Maximum number of origins whose time is stored. The least recently used origin is removed first.
 * Our choice.
 */
const MAX_ORIGINS = 1_000
/**
 * Seconds after which the `Date` header of an origin is read again. In this period, clocks drift
 * apart only by milliseconds. Our choice.
 */
const NOTE_AGAIN_SECONDS = 30

interface NotedTime {
  /** Value of the `Date` header in milliseconds since 1970. NaN if the header was invalid. */
  readonly moment: number
  /** Arrival time of the response on the monotonic clock, in seconds. */
  readonly at: number
}

/**
 * Latest time that a `Date` header can contain, because its year has four digits:
 * 9999-12-31T23:59:59Z. RFC 9110, section 5.6.7
 */
const LAST_MOMENT = 253_402_300_799_000

/** Parses a `Date` header to milliseconds since 1970. Returns NaN if the header is invalid. */
function momentOf(date: string): number {
  const moment = Date.parse(date)
  return moment >= 0 && moment <= LAST_MOMENT ? moment : Number.NaN
}

/**
 * Computes the current time at each origin from the `Date` headers of its responses. A wrong clock
 * on this machine does not affect the result.
 */
export class NetworkClock {
  readonly #clock: Clock
  readonly #noted = new BoundedMap<string, NotedTime>(MAX_ORIGINS)

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Stores the time in the `Date` header of a response (RFC 9110, section 6.6.1). */
  note(origin: string, headers: ReplyHeaders): void {
    const { date } = headers
    if (date === undefined) return
    const at = this.#clock.monotonic()
    const known = this.#noted.get(origin)
    if (known === undefined || at - known.at > NOTE_AGAIN_SECONDS)
      this.#noted.set(origin, { moment: momentOf(date), at })
  }

  /**
   * Returns the current time at an origin. Until a response of this origin contained a `Date`
   * header, returns the local time.
   */
  now(origin: string): Date {
    const noted = this.#noted.get(origin)
    if (noted === undefined || Number.isNaN(noted.moment)) return this.#clock.now()
    return new Date(noted.moment + (this.#clock.monotonic() - noted.at) * 1000)
  }
}
