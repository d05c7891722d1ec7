import { type Clock, ConfigError, systemClock } from '@social/core/store'
import {
  type KeyRing,
  positiveNumber,
  readKeyRing,
  refuseUnknownOptions,
  type SealingKey,
  type StoreNames,
} from '@social/store-kit'

/** How the stores are kept. Everything has a default. */
export interface RedisOptions {
  /** What the names of all keys begin with, in braces; `social` unless given. Stores with another prefix see nothing of these. */
  readonly prefix?: string | undefined
  /** Seals what is secret with this key: 32 bytes, or their hex or base64 text. Not sealed when left out. */
  readonly key?: SealingKey | undefined
  /** Several keys, newest first: everything is sealed with the first, and read with whichever fits. */
  readonly keys?: readonly SealingKey[] | undefined
  /** Seconds a call may take, tries during a fail-over included; 5 unless given. */
  readonly timeoutSeconds?: number | undefined
  /** Days for which a handled update is remembered; 30 unless given. */
  readonly seenDays?: number | undefined
  /** Days after which an entry of the publish journal is forgotten; 90 unless given. */
  readonly journalDays?: number | undefined
  /** True to accept a server without an append-only file, which forgets connections and what was published when it restarts. */
  readonly acceptLoss?: boolean | undefined
  /** The time; the machine's own unless given. For tests. */
  readonly clock?: Clock | undefined
}

/** The options, with nothing missing. */
export interface Settings {
  readonly prefix: string
  readonly ring: KeyRing | null
  readonly timeoutSeconds: number
  readonly seenDays: number
  readonly journalDays: number
  readonly acceptLoss: boolean
  readonly clock: Clock
}

/** How messages name these stores. */
export const WORDS: StoreNames = { factory: 'redisStores', whole: 'Redis' }

const NAMES = ['prefix', 'key', 'keys', 'timeoutSeconds', 'seenDays', 'journalDays', 'acceptLoss', 'clock']
/** Braces would change which part of a name a cluster looks at. */
const PREFIX = /^[^{}\s]{1,200}$/

/** @throws ConfigError for an unknown option, a key that is none, or a value out of range. */
export function readSettings(options: RedisOptions): Settings {
  refuseUnknownOptions(options, NAMES, WORDS)
  const { prefix = 'social', acceptLoss = false, clock = systemClock } = options
  if (typeof prefix !== 'string' || !PREFIX.test(prefix))
    throw new ConfigError('prefix must be text of 1 to 200 characters, without braces and white space.')
  if (typeof acceptLoss !== 'boolean') throw new ConfigError('acceptLoss must be true or false.')
  return {
    prefix,
    ring: readKeyRing(options, WORDS),
    timeoutSeconds: positiveNumber(options.timeoutSeconds ?? 5, 'timeoutSeconds'),
    seenDays: positiveNumber(options.seenDays ?? 30, 'seenDays'),
    journalDays: positiveNumber(options.journalDays ?? 90, 'journalDays'),
    acceptLoss,
    clock,
  }
}
