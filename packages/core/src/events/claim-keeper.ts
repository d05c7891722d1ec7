import type { Clock, SeenUpdates } from '../contract/index.js'

/** A claim whose handlers are still at work. */
export interface LiveClaim {
  readonly key: string
  readonly claim: string
}

/**
 * Extends the claims of a dispatcher while their handlers run: one timer for all of them, and none at all for
 * handlers that are done within one turn of the event loop.
 */
export class ClaimKeeper {
  readonly #seen: SeenUpdates
  readonly #clock: Clock
  readonly #leaseSeconds: number
  readonly #live = new Set<LiveClaim>()
  #looking = false
  #stop: AbortController | null = null

  constructor(seen: SeenUpdates, options: { readonly clock: Clock; readonly leaseSeconds: number }) {
    this.#seen = seen
    this.#clock = options.clock
    this.#leaseSeconds = options.leaseSeconds
  }

  /** Keeps a claim alive from now on. */
  add(claim: LiveClaim): void {
    this.#live.add(claim)
    if (this.#looking || this.#stop) return
    this.#looking = true
    setImmediate(() => {
      this.#looking = false
      if (this.#live.size > 0 && !this.#stop) void this.#extendUntilIdle(new AbortController())
    })
  }

  /** Lets a claim be: it is about to be confirmed or released. */
  remove(claim: LiveClaim): void {
    this.#live.delete(claim)
    if (this.#live.size > 0 || !this.#stop) return
    this.#stop.abort()
    this.#stop = null
  }

  async #extendUntilIdle(stop: AbortController): Promise<void> {
    this.#stop = stop
    while (!stop.signal.aborted) {
      try {
        await this.#clock.sleep(this.#leaseSeconds / 3, { signal: stop.signal })
      } catch {
        return // Nothing is left to extend.
      }
      // A store that fails now gets two more chances before the lease runs out.
      await Promise.allSettled(
        [...this.#live].map(({ key, claim }) =>
          this.#seen.extend(key, claim, { leaseSeconds: this.#leaseSeconds }),
        ),
      )
    }
  }
}
