import type { Clock } from '../../contract/index.js'
import type { ConnectionLister } from './connection-lister.js'
import type { ShardRun } from './shard-run.js'
import { Waker } from './waker.js'

/**
 * First and maximum wait in seconds before a failed listing is tried again. The wait doubles after
 * each failure. Our choice.
 */
const FIRST_RETRY_SECONDS = 1
const MAX_RETRY_SECONDS = 60

/** Functions and settings of a listing loop. */
export interface ListingLoopOptions {
  readonly lister: ConnectionLister
  readonly clock: Clock
  readonly refreshSeconds: number
  /** Returns the shards that this worker polls now. */
  readonly runs: () => Iterable<ShardRun>
  readonly onError: (error: unknown) => void
}

/**
 * Lists a shard on request, and all shards at a regular interval. Only one listing runs at a time.
 */
export class ListingLoop {
  readonly #options: ListingLoopOptions
  readonly #waker: Waker
  readonly #waiting = new Set<ShardRun>()

  constructor(options: ListingLoopOptions) {
    this.#options = options
    this.#waker = new Waker(options.clock)
  }

  /** Requests a listing of this shard as soon as the current listing has ended. */
  add(run: ShardRun): void {
    this.#waiting.add(run)
    this.#waker.wake()
  }

  /** Requests a listing of all shards as soon as the current listing has ended. */
  refresh(): void {
    for (const run of this.#options.runs()) this.add(run)
  }

  /**
   * Runs listings until the signal is aborted. Never rejects, because failures are passed to
   * `onError`.
   */
  async run(signal: AbortSignal): Promise<void> {
    const { clock, refreshSeconds } = this.#options
    let refreshAt = clock.monotonic() + refreshSeconds
    let retrySeconds = FIRST_RETRY_SECONDS
    while (!signal.aborted) {
      if (clock.monotonic() >= refreshAt) {
        refreshAt = clock.monotonic() + refreshSeconds
        this.refresh()
      }
      if (await this.#listWaiting(signal)) {
        retrySeconds = FIRST_RETRY_SECONDS
        if (this.#waiting.size > 0) continue
        await this.#waker.sleep(Math.max(0.001, refreshAt - clock.monotonic()), signal)
      } else {
        await clock.sleep(retrySeconds, { signal }).catch(() => undefined)
        retrySeconds = Math.min(retrySeconds * 2, MAX_RETRY_SECONDS)
      }
    }
  }

  /**
   * Lists the shards that were requested. @returns False if the listing failed and must be tried
   * again.
   */
  async #listWaiting(signal: AbortSignal): Promise<boolean> {
    const runs = [...this.#waiting].filter((run) => !run.isStopping)
    this.#waiting.clear()
    if (runs.length === 0) return true
    try {
      await this.#options.lister.list(runs, signal)
      return true
    } catch (error) {
      if (signal.aborted) return true
      this.#options.onError(error)
      for (const run of runs) this.#waiting.add(run)
      return false
    }
  }
}
