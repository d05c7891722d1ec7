import type { Clock } from '../../contract/index.js'
import { type Alarm, setAlarm, stopAlarm } from '../../http/time/clock.js'

/** Alarm of a pool. Setting an alarm that is already set can only move it to an earlier time. */
export class PoolAlarm {
  readonly #clock: Clock
  readonly #onRing: () => void
  #alarm: Alarm | null = null
  #at = Infinity

  /** @param onRing - Called when the alarm rings. `onRing` can set the alarm again. */
  constructor(clock: Clock, onRing: () => void) {
    this.#clock = clock
    this.#onRing = onRing
  }

  /** Monotonic time at which the alarm rings. Infinity if the alarm is not set. */
  get at(): number {
    return this.#at
  }

  /**
   * Sets the alarm for this monotonic time, unless the alarm is already set for an earlier time.
   */
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
