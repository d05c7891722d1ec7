import type { ClaimResult, Clock } from '../../contract/index.js'

interface Held {
  readonly claim: string
  /** End of the claim, in seconds of the monotonic clock. */
  readonly until: number
}

/**
 * Content of `InMemorySeenUpdates`: claims on updates, and the keys of the latest handled updates.
 * The methods are synchronous.
 */
export class SeenMemory {
  readonly #maxSize: number
  readonly #clock: Clock
  readonly #handled = new Set<string>()
  /**
   * Keys of the handled updates as a ring buffer. The next position to write contains the oldest
   * key.
   */
  readonly #order: string[] = []
  #next = 0
  readonly #held = new Map<string, Held>()
  #claims = 0

  /** @param maxSize - Maximum number of remembered updates. */
  constructor(maxSize: number, clock: Clock) {
    this.#maxSize = maxSize
    this.#clock = clock
  }

  claim(key: string, leaseSeconds: number): ClaimResult {
    if (this.#handled.has(key)) return { state: 'SEEN' }
    const now = this.#clock.monotonic()
    const held = this.#held.get(key)
    if (held && held.until > now) return { state: 'BUSY' }
    this.#dropAbandoned(now)
    this.#claims += 1
    const claim = String(this.#claims)
    this.#held.set(key, { claim, until: now + leaseSeconds })
    return { state: 'CLAIMED', claim }
  }

  extend(key: string, claim: string, leaseSeconds: number): void {
    if (this.#isOurs(key, claim))
      this.#held.set(key, { claim, until: this.#clock.monotonic() + leaseSeconds })
  }

  confirm(key: string, claim: string): void {
    if (!this.#isOurs(key, claim)) return
    this.#held.delete(key)
    this.#handled.add(key)
    const oldest = this.#order[this.#next]
    if (oldest !== undefined) this.#handled.delete(oldest)
    this.#order[this.#next] = key
    this.#next = (this.#next + 1) % this.#maxSize
  }

  release(key: string, claim: string): void {
    if (this.#isOurs(key, claim)) this.#held.delete(key)
  }

  /**
   * Returns true if this claim still holds the update. An expired claim holds the update until
   * another worker claims it.
   */
  #isOurs(key: string, claim: string): boolean {
    return this.#held.get(key)?.claim === claim
  }

  /**
   * Removes expired claims when the memory is full. Claims of handlers that never finished would
   * otherwise accumulate.
   */
  #dropAbandoned(now: number): void {
    if (this.#held.size < this.#maxSize) return
    for (const [key, held] of this.#held) if (held.until <= now) this.#held.delete(key)
  }
}
