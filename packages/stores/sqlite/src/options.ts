import { type Clock, systemClock } from '@social/core/store'
import {
  type KeyRing,
  positiveNumber,
  readKeyRing,
  refuseUnknownOptions,
  type SealingKey,
  type StoreNames,
} from '@social/store-kit'

import { filePath } from './file/file-path.js'

/** Options of `sqliteStores`. All have defaults. */
export interface SqliteOptions {
  /**
   * Encryption key for secrets in the file: 32 bytes, or the bytes as hex or base64 text. Without
   * a key, secrets are stored in plain text.
   */
  readonly key?: SealingKey | undefined
  /** Several encryption keys, newest first. The first key encrypts; every key can decrypt. */
  readonly keys?: readonly SealingKey[] | undefined
  /**
   * Seconds to wait while another process is writing to the file. The wait blocks this program.
   * Default: 5.
   */
  readonly busySeconds?: number | undefined
  /** Days for which a handled update is remembered. Default: 30. */
  readonly seenDays?: number | undefined
  /** Days after which an entry of the publish journal is deleted. Default: 90. */
  readonly journalDays?: number | undefined
  /** Clock, for tests. Default: the machine's clock. */
  readonly clock?: Clock | undefined
}

/** Validated options with defaults. */
export interface Settings {
  readonly path: string
  readonly ring: KeyRing | null
  readonly busySeconds: number
  readonly seenDays: number
  readonly journalDays: number
  readonly clock: Clock
}

/** Names of these stores in error messages. */
export const STORE_NAMES: StoreNames = { factory: 'sqliteStores', whole: 'file' }
const NAMES = ['key', 'keys', 'busySeconds', 'seenDays', 'journalDays', 'clock']

/** @throws ConfigError for an unknown option, an invalid key, or a number out of range. */
export function readSettings(path: string | URL, options: SqliteOptions): Settings {
  const file = filePath(path, STORE_NAMES.factory)
  refuseUnknownOptions(options, NAMES, STORE_NAMES)
  return {
    path: file,
    ring: readKeyRing(options, STORE_NAMES),
    busySeconds: positiveNumber(options.busySeconds ?? 5, 'busySeconds'),
    seenDays: positiveNumber(options.seenDays ?? 30, 'seenDays'),
    journalDays: positiveNumber(options.journalDays ?? 90, 'journalDays'),
    clock: options.clock ?? systemClock,
  }
}
