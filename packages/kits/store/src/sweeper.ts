import type { Clock } from '@social/core/store'

/** Seconds between two sweeps. Our choice. */
const EVERY_SECONDS = 60
/** Seconds until the next sweep after a sweep that found a full batch. Our choice. */
const NEXT_BATCH_SECONDS = 1

/** Removes a batch of expired rows. Returns true if more expired rows may exist. */
export type RemoveBatch = () => boolean | Promise<boolean>

/** Removes expired rows in small batches, after other writes. */
export class Sweeper {
  readonly #clock: Clock
  readonly #removeBatch: RemoveBatch
  #next = 0
  #running: Promise<void> = Promise.resolve()

  constructor(clock: Clock, removeBatch: RemoveBatch) {
    this.#clock = clock
    this.#removeBatch = removeBatch
  }

  /**
   * Starts a sweep if a sweep is due. The write before the sweep never fails because of it, and never waits for a
   * server.
   */
  sweep(): void {
    if (this.#clock.monotonic() < this.#next) return
    try {
      const removed = this.#removeBatch()
      if (typeof removed === 'boolean') return this.#plan(removed)
      // Prevents a second sweep while this one runs.
      this.#next = Number.POSITIVE_INFINITY
      this.#running = removed.then(
        (isFull) => this.#plan(isFull),
        () => this.#plan(false),
      )
    } catch {
      // The store is busy or full. The next write reports this problem, and the sweep is tried again later.
      this.#plan(false)
    }
  }

  /** Resolves when the running sweep has ended. */
  ended(): Promise<void> {
    return this.#running
  }

  #plan(isFull: boolean): void {
    this.#next = this.#clock.monotonic() + (isFull ? NEXT_BATCH_SECONDS : EVERY_SECONDS)
  }
}
