import type { Clock } from '@social/core/store'

/** Seconds between two deletions of expired rows. Our choice. */
const EVERY_SECONDS = 60
/** Seconds until the next deletion if a batch was full. Our choice. */
const NEXT_BATCH_SECONDS = 1

/** Deletes a batch of expired rows. Returns true if more expired rows may exist. */
export type RemoveBatch = () => boolean | Promise<boolean>

/** Deletes expired rows in small batches, after other writes of the store. */
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
   * Starts a deletion if the last deletion is long enough ago. Call this method after a write. The
   * write does not wait for the deletion, and does not fail because of it.
   */
  sweep(): void {
    if (this.#clock.monotonic() < this.#next) return
    try {
      const removed = this.#removeBatch()
      if (typeof removed === 'boolean') return this.#plan(removed)
      // Prevents a second deletion while the first deletion runs.
      this.#next = Number.POSITIVE_INFINITY
      this.#running = removed.then(
        (isFull) => this.#plan(isFull),
        () => this.#plan(false),
      )
    } catch {
      // Ignores the error, because the store may be busy or full. The next write of the application
      // reports the same problem.
      this.#plan(false)
    }
  }

  /** Resolves when the running deletion has ended. */
  ended(): Promise<void> {
    return this.#running
  }

  #plan(isFull: boolean): void {
    this.#next = this.#clock.monotonic() + (isFull ? NEXT_BATCH_SECONDS : EVERY_SECONDS)
  }
}
