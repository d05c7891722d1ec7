import type { Clock } from '../../contract/index.js'
import { type Alarm, setAlarm, stopAlarm } from '../../http/time/clock.js'

/** The one alarm of a pool: set for a moment, it moves only to an earlier one. */
export class PoolAlarm {
  readonly #clock: Clock
  readonly #onRing: () => void
  #alarm: Alarm | null = null
  #at = Infinity

  /** @param onRing - Told when the moment has come; the alarm is free to be set again by then. */
  constructor(clock: Clock, onRing: () => void) {
    this.#clock = clock
    this.#onRing = onRing
  }

  /** When it rings, by the clock that never goes back; infinity while it is not set. */
  get at(): number {
    return this.#at
  }

  /** Rings at that moment, or at the earlier one it is set for. */
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
