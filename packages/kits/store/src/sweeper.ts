import type { Clock } from '@social/core/store'

/** Seconds between two sweeps. Our choice. */
const EVERY_SECONDS = 60
/** Seconds after a sweep that found a full batch. Our choice. */
const NEXT_BATCH_SECONDS = 1

/** Removes a batch of what nobody needs any more. True when there is probably more. */
export type RemoveBatch = () => boolean | Promise<boolean>

/** Sweeps a little at a time, in the wake of other writes. */
export class Sweeper {
  readonly #clock: Clock
  readonly #removeBatch: RemoveBatch
  #next = 0
  #running: Promise<void> = Promise.resolve()

  constructor(clock: Clock, removeBatch: RemoveBatch) {
    this.#clock = clock
    this.#removeBatch = removeBatch
  }

  /** Sweeps when it is time to. Never fails the write it follows, and does not keep it waiting for a server. */
  sweep(): void {
    if (this.#clock.monotonic() < this.#next) return
    try {
      const removed = this.#removeBatch()
      if (typeof removed === 'boolean') return this.#plan(removed)
      // Nobody starts a second one while this one runs.
      this.#next = Number.POSITIVE_INFINITY
      this.#running = removed.then(
        (isFull) => this.#plan(isFull),
        () => this.#plan(false),
      )
    } catch {
      // The store is busy, or full: whoever really writes hears of it. Next time, then.
      this.#plan(false)
    }
  }

  /** Resolves when the sweep that runs is over. */
  ended(): Promise<void> {
    return this.#running
  }

  #plan(isFull: boolean): void {
    this.#next = this.#clock.monotonic() + (isFull ? NEXT_BATCH_SECONDS : EVERY_SECONDS)
  }
}
