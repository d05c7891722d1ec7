import { type Alarm, type Clock, setAlarm, stopAlarm } from '@social/core/store'

/** Something that has an end. */
export interface Bounded {
  /** In seconds of the monotonic clock. */
  readonly end: number
  /** Where it stands in the list of what is under way; only `Deadlines` writes it. Below 0 it is not in the list. */
  place: number
  /** Time is over. */
  ring(): void
}

/**
 * Tells what is under way when its deadline has passed. One timer for all: nearly every call is over long before.
 *
 * The list is an array whose places are filled from its end. A Set makes itself anew every few calls, and each of its
 * former tables points to the next: once the garbage collector has moved one of them to its old space, what was under way
 * since is kept until the next full collection. That was two of the five microseconds a lock cost beside its commands.
 */
export class Deadlines {
  readonly #clock: Clock
  readonly #running: Bounded[] = []
  #alarm: Alarm | null = null
  #ringsAt = Infinity

  constructor(clock: Clock) {
    this.#clock = clock
  }

  add(bounded: Bounded): void {
    bounded.place = this.#running.push(bounded) - 1
    if (bounded.end < this.#ringsAt) this.#set(bounded.end)
  }

  remove(bounded: Bounded): void {
    const { place } = bounded
    if (place < 0) return
    bounded.place = -1
    const last = this.#running.pop()
    if (last !== undefined && last !== bounded) {
      this.#running[place] = last
      last.place = place
    }
    // An alarm must not keep a program from ending that waits for nothing.
    if (this.#running.length === 0) this.#stop()
  }

  ring(): void {
    this.#stop()
    const now = this.#clock.monotonic()
    const over = this.#running.filter(({ end }) => end <= now)
    for (const bounded of over) {
      if (bounded.place < 0) continue // answered by what another one's end set off
      this.remove(bounded)
      bounded.ring()
    }
    const next = this.#running.reduce((soonest, { end }) => Math.min(soonest, end), Infinity)
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
