import { type Clock, type LoginMemory, type LoginNotes, portArguments } from '../contract/index.js'
import { ConfigError } from '../errors/index.js'
import { systemClock } from '../http/time/clock.js'
import { refuseUnknownNames } from '../models/values/unknown-names.js'

/** Options of the in-process memory. */
export interface InMemoryLoginMemoryOptions {
  /** Maximum number of pending sign-ins. The oldest are removed first. Default: 10,000. */
  readonly maxSize?: number | undefined
  readonly clock?: Clock | undefined
}

interface Kept {
  readonly notes: LoginNotes
  readonly until: number
}

/** Keeps pending sign-ins in the memory of this process. Several workers need a shared login memory instead. */
export class InMemoryLoginMemory implements LoginMemory {
  readonly #maxSize: number
  readonly #clock: Clock
  /** Pending sign-ins by state. The oldest comes first. */
  readonly #kept = new Map<string, Kept>()

  /** @throws ConfigError unless `maxSize` is a positive whole number. */
  constructor(options: InMemoryLoginMemoryOptions = {}) {
    refuseUnknownNames(options, ['maxSize', 'clock'], 'InMemoryLoginMemory')
    const { maxSize = 10_000, clock = systemClock } = options
    if (!Number.isInteger(maxSize) || maxSize < 1)
      throw new ConfigError(
        'maxSize must be a whole number above 0. It is the maximum number of pending sign-ins.',
      )
    this.#maxSize = maxSize
    this.#clock = clock
  }

  async keep(state: string, notes: LoginNotes, options: { readonly lifetimeSeconds: number }): Promise<void> {
    portArguments.loginMemory.keep(state, notes, options)
    const now = this.#clock.monotonic()
    this.#kept.delete(state)
    this.#dropOld(now)
    this.#kept.set(state, { notes, until: now + options.lifetimeSeconds })
  }

  async lookUp(state: string): Promise<LoginNotes | null> {
    portArguments.loginMemory.lookUp(state)
    return this.#find(state)
  }

  async forget(state: string): Promise<void> {
    portArguments.loginMemory.forget(state)
    this.#kept.delete(state)
  }

  async take(state: string): Promise<LoginNotes | null> {
    portArguments.loginMemory.take(state)
    // Reading and deleting are atomic, because nothing is awaited between them.
    const found = this.#find(state)
    this.#kept.delete(state)
    return found
  }

  #find(state: string): LoginNotes | null {
    const kept = this.#kept.get(state)
    if (!kept) return null
    if (kept.until > this.#clock.monotonic()) return kept.notes
    this.#kept.delete(state)
    return null
  }

  /** Removes expired sign-ins. If the maximum is still reached, removes the oldest sign-in. */
  #dropOld(now: number): void {
    for (const [state, kept] of this.#kept) {
      if (kept.until > now && this.#kept.size < this.#maxSize) return
      this.#kept.delete(state)
    }
  }
}
