import type { Clock } from '../../contract/ports.js'
import { BoundedMap } from '../bounded-map.js'
import type { ReplyHeaders } from '../types.js'

/** Origins whose time is kept, those used last. Our choice. */
const MAX_ORIGINS = 1_000
/** Seconds after which the time of an origin is noted again. Our choice: clocks drift by milliseconds in between. */
const NOTE_AGAIN_SECONDS = 30

interface NotedTime {
  /** The `Date` header in milliseconds since 1970; NaN where it is none. */
  readonly moment: number
  /** When it came, by the clock that never goes back. */
  readonly at: number
}

/** The last moment that an HTTP date can name, as its year has four digits: 9999-12-31T23:59:59Z. RFC 9110, section 5.6.7 */
const LAST_MOMENT = 253_402_300_799_000

/** The moment that a `Date` header names; NaN where it names none. */
function momentOf(date: string): number {
  const moment = Date.parse(date)
  return moment >= 0 && moment <= LAST_MOMENT ? moment : Number.NaN
}

/** The time at each network, by its own clock: a skew of this machine's clock does not matter. */
export class NetworkClock {
  readonly #clock: Clock
  readonly #noted = new BoundedMap<string, NotedTime>(MAX_ORIGINS)

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Notes the `Date` of a reply (RFC 9110, section 6.6.1). */
  note(origin: string, headers: ReplyHeaders): void {
    const { date } = headers
    if (date === undefined) return
    const at = this.#clock.monotonic()
    const known = this.#noted.get(origin)
    if (known === undefined || at - known.at > NOTE_AGAIN_SECONDS)
      this.#noted.set(origin, { moment: momentOf(date), at })
  }

  /** The time at an origin; that of the client's own clock while no reply has told it. */
  now(origin: string): Date {
    const noted = this.#noted.get(origin)
    if (noted === undefined || Number.isNaN(noted.moment)) return this.#clock.now()
    return new Date(noted.moment + (this.#clock.monotonic() - noted.at) * 1000)
  }
}
