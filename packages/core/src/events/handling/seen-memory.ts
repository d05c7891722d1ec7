import type { ClaimResult, Clock } from '../../contract/index.js'

interface Held {
  readonly claim: string
  /** Seconds of the monotonic clock. */
  readonly until: number
}

/** Claims on updates, and the updates that were handled last: what `InMemorySeenUpdates` holds. It answers at once. */
export class SeenMemory {
  readonly #maxSize: number
  readonly #clock: Clock
  readonly #handled = new Set<string>()
  /** The same in the order they were handled, round and round: the next place to write to holds the oldest. */
  readonly #order: string[] = []
  #next = 0
  readonly #held = new Map<string, Held>()
  #claims = 0

  /** @param maxSize - How many handled updates are remembered. */
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

  /** A claim past its lease is still ours until somebody else takes it. */
  #isOurs(key: string, claim: string): boolean {
    return this.#held.get(key)?.claim === claim
  }

  /** Claims of handlers that never came back would otherwise pile up. */
  #dropAbandoned(now: number): void {
    if (this.#held.size < this.#maxSize) return
    for (const [key, held] of this.#held) if (held.until <= now) this.#held.delete(key)
  }
}
