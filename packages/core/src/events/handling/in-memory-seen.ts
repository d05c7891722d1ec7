import { type ClaimResult, type Clock, portArguments, type SeenUpdates } from '../../contract/index.js'
import { ConfigError } from '../../errors/index.js'
import { systemClock } from '../../http/time/clock.js'
import { refuseUnknownNames } from '../../models/values/unknown-names.js'
import { SeenMemory } from './seen-memory.js'

/** Options of `InMemorySeenUpdates`. */
export interface InMemorySeenUpdatesOptions {
  /** Maximum number of remembered updates. The oldest is removed first. Default: 10,000. */
  readonly maxSize?: number | undefined
  readonly clock?: Clock | undefined
}

let memoryOf: (seen: InMemorySeenUpdates) => SeenMemory

/**
 * Remembers handled updates in the memory of this process only. If several processes handle the
 * same updates, use a store that they share.
 */
export class InMemorySeenUpdates implements SeenUpdates {
  readonly #memory: SeenMemory

  static {
    memoryOf = (seen) => seen.#memory
  }

  /** @throws ConfigError unless `maxSize` is a positive whole number. */
  constructor(options: InMemorySeenUpdatesOptions = {}) {
    refuseUnknownNames(options, ['maxSize', 'clock'], 'InMemorySeenUpdates')
    const { maxSize = 10_000, clock = systemClock } = options
    if (!Number.isInteger(maxSize) || maxSize < 1)
      throw new ConfigError(
        'maxSize must be a whole number above 0. It is the maximum number of remembered updates.',
      )
    this.#memory = new SeenMemory(maxSize, clock)
  }

  async claim(key: string, options: { readonly leaseSeconds: number }): Promise<ClaimResult> {
    portArguments.seenUpdates.claim(key, options)
    return this.#memory.claim(key, options.leaseSeconds)
  }

  async extend(key: string, claim: string, options: { readonly leaseSeconds: number }): Promise<void> {
    portArguments.seenUpdates.extend(key, claim, options)
    this.#memory.extend(key, claim, options.leaseSeconds)
  }

  async confirm(key: string, claim: string): Promise<void> {
    portArguments.seenUpdates.confirm(key, claim)
    this.#memory.confirm(key, claim)
  }

  async release(key: string, claim: string): Promise<void> {
    portArguments.seenUpdates.release(key, claim)
    this.#memory.release(key, claim)
  }
}

const METHODS = ['claim', 'extend', 'confirm', 'release'] as const

/**
 * Returns the memory of an `InMemorySeenUpdates`, which the dispatcher calls directly without
 * promises.
 *
 * @returns Null for any other store, and for a subclass or an object with replaced methods,
 * because these methods must be called.
 */
export function memoryBehind(seen: SeenUpdates): SeenMemory | null {
  if (!(seen instanceof InMemorySeenUpdates)) return null
  const isPlain = METHODS.every((name) => seen[name] === InMemorySeenUpdates.prototype[name])
  return isPlain ? memoryOf(seen) : null
}
