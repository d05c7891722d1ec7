import { ConfigError, refuseUnknownNames } from '@social/core/store'

import { KeyRing, type SealingKey } from './key-ring.js'

/** Options that every store takes. */
export interface SealingOptions {
  /** Seals what is secret with this key: 32 bytes, or their hex or base64 text. Not sealed when left out. */
  readonly key?: SealingKey | undefined
  /** Several keys, newest first: everything is sealed with the first, and read with whichever fits. */
  readonly keys?: readonly SealingKey[] | undefined
}

/** How messages name a store. */
export interface StoreNames {
  /** The factory: `sqliteStores`. */
  readonly factory: string
  /** What is kept in it: `file`, `schema`. */
  readonly whole: string
}

/** @throws ConfigError for a name that is not among those. */
export function refuseUnknownOptions(
  options: object,
  names: readonly string[],
  { factory }: StoreNames,
): void {
  refuseUnknownNames(options, names, factory)
}

/** The keys to seal with; null for none. @throws ConfigError for a key that is none or not set, or for key beside keys. */
export function readKeyRing(options: SealingOptions, { factory, whole }: StoreNames): KeyRing | null {
  const { key, keys } = options
  // Most likely an environment variable that is not set: keeping tokens unsealed then would be a bad surprise.
  for (const name of ['key', 'keys'] as const)
    if (name in options && options[name] === undefined)
      throw new ConfigError(`${name} is undefined. Set it, or leave it out to keep the ${whole} unsealed.`)
  if (key !== undefined && keys !== undefined)
    throw new ConfigError(`${factory} takes key or keys, not both. List every key in keys, the newest first.`)
  if (keys !== undefined && !Array.isArray(keys))
    throw new ConfigError(`keys of ${factory} must be a list of keys, the newest first.`)
  const all = keys ?? (key === undefined ? null : [key])
  return all && new KeyRing(all)
}

/** @throws ConfigError when it is no number above 0. */
export function positiveNumber(value: number, name: string): number {
  if (typeof value === 'number' && Number.isFinite(value) && value > 0) return value
  throw new ConfigError(`${name} must be a number above 0, not ${String(value)}.`)
}
