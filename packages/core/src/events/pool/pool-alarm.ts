import type { Clock } from '../../contract/index.js'
import { type Alarm, setAlarm, stopAlarm } from '../../http/time/clock.js'

/** The alarm of a pool. Setting it again only moves it to an earlier time. */
export class PoolAlarm {
  readonly #clock: Clock
  readonly #onRing: () => void
  #alarm: Alarm | null = null
  #at = Infinity

  /** @param onRing - Called at the set time. The alarm can be set again in the call. */
  constructor(clock: Clock, onRing: () => void) {
    this.#clock = clock
    this.#onRing = onRing
  }

  /** Monotonic time of the alarm. Infinity if it is not set. */
  get at(): number {
    return this.#at
  }

  /** Sets the alarm for that time, unless it is set for an earlier time. */
  setFor(at: number, now: number): void {
    if (this.#at <= at) return
    this.stop()
    this.#at = at
    this.#alarm = setAlarm(this.#clock, at - now, this)
  }

  ring(): void {
    this.#alarm = null
    this.#at = Infinity
    this.#onRing()
  }

  stop(): void {
    if (this.#alarm) stopAlarm(this.#alarm)
    this.#alarm = null
    this.#at = Infinity
  }
}
