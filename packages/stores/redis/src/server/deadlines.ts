import { type Alarm, type Clock, setAlarm, stopAlarm } from '@social/core/store'

/** An operation with a deadline. */
export interface Bounded {
  /** Deadline in seconds of the monotonic clock. */
  readonly end: number
  /**
   * Index in the list of running operations, negative if the operation is not in the list. Only
   * `Deadlines` writes it.
   */
  place: number
  /** Called at the deadline. */
  ring(): void
}

/**
 * Notifies running operations when their deadline has come. One timer serves all operations,
 * because almost every call ends long before its deadline.
 *
 * The operations are in an array whose last element fills the gap of a removed one. A Set is
 * slower: it is rebuilt every few calls, and each former table points to the next table. Once the
 * garbage collector has promoted one table, all later operations stay in memory until the next
 * full collection. That took two of the five microseconds of a lock, in addition to its commands.
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
    // Stops the timer, because it must not keep a program alive that waits for nothing.
    if (this.#running.length === 0) this.#stop()
  }

  ring(): void {
    this.#stop()
    const now = this.#clock.monotonic()
    const over = this.#running.filter(({ end }) => end <= now)
    for (const bounded of over) {
      if (bounded.place < 0) continue // another operation's deadline has already ended this one
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
