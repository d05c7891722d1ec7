import { ConfigError, refuseUnknownNames } from '@social/core/store'

import { KeyRing, type SealingKey } from './key-ring.js'

/** Options of every store for the encryption of secrets. */
export interface SealingOptions {
  /**
   * Key that encrypts (seals) secrets: 32 bytes, or their hex or base64 text. Without a key, rows
   * are stored as plain text.
   */
  readonly key?: SealingKey | undefined
  /**
   * Several keys, newest first. New rows are sealed with the first key. Existing rows can be read
   * with any of the keys.
   */
  readonly keys?: readonly SealingKey[] | undefined
}

/** Names of a store for error messages. */
export interface StoreNames {
  /** Name of the function that creates the store, such as `sqliteStores`. */
  readonly factory: string
  /** Name of the unit that contains all rows, such as `file` or `schema`. */
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

/**
 * Reads the sealing keys from the options. Returns null without keys.
 *
 * @throws ConfigError for an invalid key, for a key that is undefined, or for both `key` and
 * `keys`.
 */
export function readKeyRing(options: SealingOptions, { factory, whole }: StoreNames): KeyRing | null {
  const { key, keys } = options
  // An undefined key is probably an environment variable that is not set. Without this check,
  // tokens would be stored unencrypted without notice.
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
