import { fileURLToPath } from 'node:url'

import { type Clock, ConfigError, assertWholeText, systemClock } from '@social/core/store'
import {
  type KeyRing,
  positiveNumber,
  readKeyRing,
  refuseUnknownOptions,
  type SealingKey,
  type StoreNames,
} from '@social/store-kit'

/** How the file is kept. Everything has a default. */
export interface SqliteOptions {
  /** Seals what is secret in the file with this key: 32 bytes, or their hex or base64 text. Not sealed when left out. */
  readonly key?: SealingKey | undefined
  /** Several keys, newest first: everything is sealed with the first, and read with whichever fits. */
  readonly keys?: readonly SealingKey[] | undefined
  /** Seconds to wait for another process that is writing; 5 unless given. The program stands still meanwhile. */
  readonly busySeconds?: number | undefined
  /** Days for which a handled update is remembered; 30 unless given. */
  readonly seenDays?: number | undefined
  /** Days after which an entry of the publish journal is forgotten; 90 unless given. */
  readonly journalDays?: number | undefined
  /** The time; the machine's own unless given. For tests. */
  readonly clock?: Clock | undefined
}

/** The options, with nothing missing. */
export interface Settings {
  readonly path: string
  readonly ring: KeyRing | null
  readonly busySeconds: number
  readonly seenDays: number
  readonly journalDays: number
  readonly clock: Clock
}

/** How messages name this store. */
export const WORDS: StoreNames = { factory: 'sqliteStores', whole: 'file' }
const NAMES = ['key', 'keys', 'busySeconds', 'seenDays', 'journalDays', 'clock']

/** @throws ConfigError for an unknown option, a key that is none, or a number out of range. */
export function readSettings(path: string | URL, options: SqliteOptions): Settings {
  const file = pathOf(path)
  if (file === null)
    throw new ConfigError(
      "sqliteStores needs the path of a file, or its file: address: sqliteStores('social.db').",
    )
  refuseUnknownOptions(options, NAMES, WORDS)
  return {
    path: file,
    ring: readKeyRing(options, WORDS),
    busySeconds: positiveNumber(options.busySeconds ?? 5, 'busySeconds'),
    seenDays: positiveNumber(options.seenDays ?? 30, 'seenDays'),
    journalDays: positiveNumber(options.journalDays ?? 90, 'journalDays'),
    clock: options.clock ?? systemClock,
  }
}

/** The path of a file, from a path or a `file:` address; null when it is neither. SQLite itself is never given an address. */
function pathOf(path: string | URL): string | null {
  if (typeof path === 'string') assertWholeText(path, 'The path of sqliteStores')
  if (typeof path === 'string' && !path.startsWith('file:')) return path.trim() === '' ? null : path
  // Without the slashes it looks like a path beside this one, and is none.
  if (typeof path === 'string' && !path.startsWith('file://')) return null
  try {
    return fileURLToPath(path)
  } catch {
    return null
  }
}
