import { ConfigError, refuseUnknownNames } from '@social/core/store'

import { KeyRing, type SealingKey } from './key-ring.js'

/** Options of every store. */
export interface SealingOptions {
  /** Seals secrets with this key: 32 bytes, or their hex or base64 text. Without a key rows are not sealed. */
  readonly key?: SealingKey | undefined
  /** Several keys, newest first. New rows are sealed with the first key, and rows are read with any of them. */
  readonly keys?: readonly SealingKey[] | undefined
}

/** Names of a store in messages. */
export interface StoreNames {
  /** Name of the factory: `sqliteStores`. */
  readonly factory: string
  /** Name of the storage unit: `file`, `schema`. */
  readonly whole: string
}

/** @throws ConfigError for an unknown option name. */
export function refuseUnknownOptions(
  options: object,
  names: readonly string[],
  { factory }: StoreNames,
): void {
  refuseUnknownNames(options, names, factory)
}

/** The keys to seal with. Null without keys. @throws ConfigError for an invalid or undefined key, or for both key and keys. */
export function readKeyRing(options: SealingOptions, { factory, whole }: StoreNames): KeyRing | null {
  const { key, keys } = options
  // Probably an environment variable that is not set. Storing tokens unsealed in this case must not happen silently.
  for (const name of ['key', 'keys'] as const)
    if (name in options && options[name] === undefined)
      throw new ConfigError(`${name} is undefined. Set it, or remove it to keep the ${whole} unsealed.`)
  if (key !== undefined && keys !== undefined)
    throw new ConfigError(
      `${factory} accepts key or keys, not both. List every key in keys, the newest first.`,
    )
  if (keys !== undefined && !Array.isArray(keys))
    throw new ConfigError(`keys of ${factory} must be a list of keys, the newest first.`)
  const all = keys ?? (key === undefined ? null : [key])
  return all && new KeyRing(all)
}

/** @throws ConfigError unless the value is a number above 0. */
export function positiveNumber(value: number, name: string): number {
  if (typeof value === 'number' && Number.isFinite(value) && value > 0) return value
  throw new ConfigError(`${name} must be a number above 0, not ${String(value)}.`)
}
