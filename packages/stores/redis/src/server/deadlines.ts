import { type Alarm, type Clock, setAlarm, stopAlarm } from '@social/core/platform'

/** Something that has an end. */
export interface Bounded {
  /** In seconds of the monotonic clock. */
  readonly end: number
  /** Time is over. */
  ring(): void
}

/** Tells what is under way when its deadline has passed. One timer for all: nearly every call is over long before. */
export class Deadlines {
  readonly #clock: Clock
  readonly #running = new Set<Bounded>()
  #alarm: Alarm | null = null
  #ringsAt = Infinity

  constructor(clock: Clock) {
    this.#clock = clock
  }

  add(bounded: Bounded): void {
    this.#running.add(bounded)
    if (bounded.end < this.#ringsAt) this.#set(bounded.end)
  }

  remove(bounded: Bounded): void {
    this.#running.delete(bounded)
    // An alarm must not keep a program from ending that waits for nothing.
    if (this.#running.size === 0) this.#stop()
  }

  ring(): void {
    this.#stop()
    const now = this.#clock.monotonic()
    let next = Infinity
    for (const bounded of this.#running)
      if (bounded.end <= now) {
        this.#running.delete(bounded)
        bounded.ring()
      } else next = Math.min(next, bounded.end)
    if (next < this.#ringsAt) this.#set(next)
  }

  #set(moment: number): void {
    this.#stop()
    this.#ringsAt = moment
    this.#alarm = setAlarm(this.#clock, Math.max(0, moment - this.#clock.monotonic()), this, {
      isLimit: true,
    })
  }

  #stop(): void {
    if (this.#alarm !== null) stopAlarm(this.#alarm)
    this.#alarm = null
    this.#ringsAt = Infinity
  }
}
