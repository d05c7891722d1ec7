import type { Clock, LoginMemory, LoginNotes } from '../contract/index.js'
import { ConfigError } from '../errors/index.js'
import { systemClock } from '../http/clock.js'
import { refuseUnknownNames } from '../models/values/unknown-names.js'

/** How much the in-process memory keeps. */
export interface InMemoryLoginMemoryOptions {
  /** How many half-finished sign-ins are kept; the oldest is forgotten first; 10,000 unless given. */
  readonly maxSize?: number | undefined
  readonly clock?: Clock | undefined
}

interface Kept {
  readonly notes: LoginNotes
  readonly until: number
}

/** Half-finished sign-ins, in this process only. With several workers, pass a memory that they share. */
export class InMemoryLoginMemory implements LoginMemory {
  readonly #maxSize: number
  readonly #clock: Clock
  /** Oldest first. */
  readonly #kept = new Map<string, Kept>()

  /** @throws ConfigError when `maxSize` is not a positive whole number. */
  constructor(options: InMemoryLoginMemoryOptions = {}) {
    refuseUnknownNames(options, ['maxSize', 'clock'], 'InMemoryLoginMemory')
    const { maxSize = 10_000, clock = systemClock } = options
    if (!Number.isInteger(maxSize) || maxSize < 1)
      throw new ConfigError('maxSize must be a whole number above 0. It is how many sign-ins are kept.')
    this.#maxSize = maxSize
    this.#clock = clock
  }

  keep(state: string, notes: LoginNotes, options: { readonly lifetimeSeconds: number }): Promise<void> {
    const now = this.#clock.monotonic()
    this.#kept.delete(state)
    this.#dropOld(now)
    this.#kept.set(state, { notes, until: now + options.lifetimeSeconds })
    return Promise.resolve()
  }

  lookUp(state: string): Promise<LoginNotes | null> {
    const kept = this.#kept.get(state)
    if (!kept) return Promise.resolve(null)
    if (kept.until > this.#clock.monotonic()) return Promise.resolve(kept.notes)
    this.#kept.delete(state)
    return Promise.resolve(null)
  }

  forget(state: string): Promise<void> {
    this.#kept.delete(state)
    return Promise.resolve()
  }

  async take(state: string): Promise<LoginNotes | null> {
    // Both halves run before anybody else can: nothing is awaited between them.
    const found = this.lookUp(state)
    this.#kept.delete(state)
    return found
  }

  /** Sign-ins nobody came back to go first; then the oldest, when there is no room. */
  #dropOld(now: number): void {
    for (const [state, kept] of this.#kept) {
      if (kept.until > now && this.#kept.size < this.#maxSize) return
      this.#kept.delete(state)
    }
  }
}
