import { type Clock, ConfigError, systemClock } from '@social/core/store'
import {
  type KeyRing,
  positiveNumber,
  readKeyRing,
  refuseUnknownOptions,
  type SealingKey,
  type StoreNames,
} from '@social/store-kit'

/** Options of `redisStores`. All have defaults. */
export interface RedisOptions {
  /** Prefix of all keys, in braces. Default: `social`. Stores with different prefixes are separate. */
  readonly prefix?: string | undefined
  /**
   * Encryption key for stored secrets: 32 bytes, or the bytes as hex or base64 text. Without a
   * key, secrets are stored in plain text.
   */
  readonly key?: SealingKey | undefined
  /** Several encryption keys, newest first. The first key encrypts; every key can decrypt. */
  readonly keys?: readonly SealingKey[] | undefined
  /** Timeout of a call in seconds, retries during a fail-over included. Default: 5. */
  readonly timeoutSeconds?: number | undefined
  /** Days for which a handled update is remembered. Default: 30. */
  readonly seenDays?: number | undefined
  /** Days after which an entry of the publish journal is deleted. Default: 90. */
  readonly journalDays?: number | undefined
  /**
   * With true, the stores accept a server without an append-only file. That server loses connections and the publish
   * journal when it restarts. Default: false.
   */
  readonly acceptLoss?: boolean | undefined
  /** Clock, for tests. Default: the machine's clock. */
  readonly clock?: Clock | undefined
}

/** Validated options with defaults. */
export interface Settings {
  readonly prefix: string
  readonly ring: KeyRing | null
  readonly timeoutSeconds: number
  readonly seenDays: number
  readonly journalDays: number
  readonly acceptLoss: boolean
  readonly clock: Clock
}

/** Names of these stores in error messages. */
export const STORE_NAMES: StoreNames = { factory: 'redisStores', whole: 'Redis' }

const NAMES = ['prefix', 'key', 'keys', 'timeoutSeconds', 'seenDays', 'journalDays', 'acceptLoss', 'clock']
/** Excludes braces, because they would change the part of a key that a cluster hashes. */
const PREFIX = /^[^{}\s]{1,200}$/

/** @throws ConfigError for an unknown option, an invalid key, or a value out of range. */
export function readSettings(options: RedisOptions): Settings {
  refuseUnknownOptions(options, NAMES, STORE_NAMES)
  const { prefix = 'social', acceptLoss = false, clock = systemClock } = options
  if (typeof prefix !== 'string' || !PREFIX.test(prefix))
    throw new ConfigError('prefix must be text of 1 to 200 characters, without braces and white space.')
  if (typeof acceptLoss !== 'boolean') throw new ConfigError('acceptLoss must be true or false.')
  return {
    prefix,
    ring: readKeyRing(options, STORE_NAMES),
    timeoutSeconds: positiveNumber(options.timeoutSeconds ?? 5, 'timeoutSeconds'),
    seenDays: positiveNumber(options.seenDays ?? 30, 'seenDays'),
    journalDays: positiveNumber(options.journalDays ?? 90, 'journalDays'),
    acceptLoss,
    clock,
  }
}
