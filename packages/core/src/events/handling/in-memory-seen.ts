import { type ClaimResult, type Clock, portArguments, type SeenUpdates } from '../../contract/index.js'
import { ConfigError } from '../../errors/index.js'
import { systemClock } from '../../http/clock.js'
import { refuseUnknownNames } from '../../models/values/unknown-names.js'

/** How much the in-process store remembers. */
export interface InMemorySeenUpdatesOptions {
  /** How many handled updates are remembered; the oldest is forgotten first; 10,000 unless given. */
  readonly maxSize?: number | undefined
  readonly clock?: Clock | undefined
}

interface Held {
  readonly claim: string
  readonly until: number
}

/** Which updates were handled, in this process only. Workers that share the work need a store they share. */
export class InMemorySeenUpdates implements SeenUpdates {
  readonly #maxSize: number
  readonly #clock: Clock
  readonly #handled = new Set<string>()
  /** The same in the order they were handled, round and round: the next place to write to holds the oldest. */
  readonly #order: string[] = []
  #next = 0
  readonly #held = new Map<string, Held>()
  #claims = 0

  /** @throws ConfigError when `maxSize` is not a positive whole number. */
  constructor(options: InMemorySeenUpdatesOptions = {}) {
    refuseUnknownNames(options, ['maxSize', 'clock'], 'InMemorySeenUpdates')
    const { maxSize = 10_000, clock = systemClock } = options
    if (!Number.isInteger(maxSize) || maxSize < 1)
      throw new ConfigError('maxSize must be a whole number above 0. It is how many updates are remembered.')
    this.#maxSize = maxSize
    this.#clock = clock
  }

  async claim(key: string, options: { readonly leaseSeconds: number }): Promise<ClaimResult> {
    portArguments.seenUpdates.claim(key, options)
    if (this.#handled.has(key)) return { state: 'SEEN' }
    const now = this.#clock.monotonic()
    const held = this.#held.get(key)
    if (held && held.until > now) return { state: 'BUSY' }
    this.#dropAbandoned(now)
    this.#claims += 1
    const claim = String(this.#claims)
    this.#held.set(key, { claim, until: now + options.leaseSeconds })
    return { state: 'CLAIMED', claim }
  }

  async extend(key: string, claim: string, options: { readonly leaseSeconds: number }): Promise<void> {
    portArguments.seenUpdates.extend(key, claim, options)
    if (this.#isOurs(key, claim))
      this.#held.set(key, { claim, until: this.#clock.monotonic() + options.leaseSeconds })
  }

  async confirm(key: string, claim: string): Promise<void> {
    portArguments.seenUpdates.confirm(key, claim)
    if (this.#isOurs(key, claim)) {
      this.#held.delete(key)
      this.#handled.add(key)
      const oldest = this.#order[this.#next]
      if (oldest !== undefined) this.#handled.delete(oldest)
      this.#order[this.#next] = key
      this.#next = (this.#next + 1) % this.#maxSize
    }
  }

  async release(key: string, claim: string): Promise<void> {
    portArguments.seenUpdates.release(key, claim)
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
