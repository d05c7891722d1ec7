import type { Clock } from '../contract/index.js'
import { type Alarm, type AlarmListener, setAlarm, stopAlarm } from '../http/clock.js'

/** Does something every so many seconds, by a clock that tests may move, until it is stopped. */
export class Heartbeat implements AlarmListener {
  readonly #clock: Clock
  readonly #seconds: number
  readonly #beat: () => void
  #alarm: Alarm | null
  /** When the wait for the next beat began, by the clock that never goes back. */
  #beganWaitingAt = 0

  constructor(clock: Clock, seconds: number, beat: () => void) {
    this.#clock = clock
    this.#seconds = seconds
    this.#beat = beat
    this.#alarm = this.#wait()
  }

  ring(): void {
    if (this.#alarm === null) return
    this.#beat()
    // A clock for tests whose waits take no time would beat for ever.
    if (this.#clock.monotonic() - this.#beganWaitingAt >= this.#seconds / 2) this.#alarm = this.#wait()
  }

  stop(): void {
    if (this.#alarm !== null) stopAlarm(this.#alarm)
    this.#alarm = null
  }

  #wait(): Alarm {
    this.#beganWaitingAt = this.#clock.monotonic()
    return setAlarm(this.#clock, this.#seconds, this, { isLimit: true })
  }
}
