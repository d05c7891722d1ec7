import type { Clock } from '../../contract/index.js'
import type { ConnectionLister } from './connection-lister.js'
import type { ShardRun } from './shard-run.js'
import { Waker } from './waker.js'

/** Backoff in seconds after a failed listing: first value and maximum. Our choice. */
const FIRST_RETRY_SECONDS = 1
const MAX_RETRY_SECONDS = 60

/** Parts of a listing loop. */
export interface ListingLoopOptions {
  readonly lister: ConnectionLister
  readonly clock: Clock
  readonly refreshSeconds: number
  /** The shards of this worker. */
  readonly runs: () => Iterable<ShardRun>
  readonly onError: (error: unknown) => void
}

/** Lists new shards immediately, and all shards periodically. One listing at a time. */
export class ListingLoop {
  readonly #options: ListingLoopOptions
  readonly #waker: Waker
  readonly #waiting = new Set<ShardRun>()

  constructor(options: ListingLoopOptions) {
    this.#options = options
    this.#waker = new Waker(options.clock)
  }

  /** Requests a listing of a shard soon. */
  add(run: ShardRun): void {
    this.#waiting.add(run)
    this.#waker.wake()
  }

  /** Requests a listing of all shards soon. */
  refresh(): void {
    for (const run of this.#options.runs()) this.add(run)
  }

  /** Lists until the signal is aborted. Never rejects. */
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

  /** @returns False if the listing failed and must be tried again. */
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
