import { fileURLToPath } from 'node:url'

import { type Clock, ConfigError, systemClock } from '@social/core/platform'

import { KeyRing, type SealingKey } from './key-ring.js'

/** How the file is kept. Everything has a default. */
export interface SqliteOptions {
  /** Seals what is secret in the file with this key: 32 bytes, or their hex or base64 text. Not sealed when left out. */
  readonly key?: SealingKey | undefined
  /** Several keys, newest first: everything is sealed with the first, and read with whichever fits. */
  readonly keys?: readonly SealingKey[] | undefined
  /** Seconds to wait for another process that is writing; 5 unless given. The program stands still meanwhile. */
  readonly busySeconds?: number
  /** Days for which a handled update is remembered; 30 unless given. */
  readonly seenDays?: number
  /** Days after which an entry of the publish journal is forgotten; 90 unless given. */
  readonly journalDays?: number
  /** The time; the machine's own unless given. For tests. */
  readonly clock?: Clock
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

const NAMES = ['key', 'keys', 'busySeconds', 'seenDays', 'journalDays', 'clock']

/** @throws ConfigError for an unknown option, a key that is none, or a number out of range. */
export function readSettings(path: string | URL, options: SqliteOptions): Settings {
  const file = pathOf(path)
  if (file === null)
    throw new ConfigError(
      "sqliteStores needs the path of a file, or its file: address: sqliteStores('social.db').",
    )
  for (const name of Object.keys(options))
    if (!NAMES.includes(name))
      throw new ConfigError(`sqliteStores does not know the option "${name}". It takes: ${NAMES.join(', ')}.`)
  const { key, keys, clock = systemClock } = options
  // Most likely an environment variable that is not set: keeping tokens unsealed then would be a bad surprise.
  for (const name of ['key', 'keys'] as const)
    if (name in options && options[name] === undefined)
      throw new ConfigError(`${name} is undefined. Set it, or leave it out to keep the file unsealed.`)
  if (key !== undefined && keys !== undefined)
    throw new ConfigError(
      'sqliteStores takes key or keys, not both. List every key in keys, the newest first.',
    )
  const all = keys ?? (key === undefined ? null : [key])
  return {
    path: file,
    ring: all && new KeyRing(all),
    busySeconds: positive(options.busySeconds ?? 5, 'busySeconds'),
    seenDays: positive(options.seenDays ?? 30, 'seenDays'),
    journalDays: positive(options.journalDays ?? 90, 'journalDays'),
    clock,
  }
}

/** The path of a file, from a path or a `file:` address; null when it is neither. SQLite itself is never given an address. */
function pathOf(path: string | URL): string | null {
  if (typeof path === 'string' && !path.startsWith('file:')) return path.trim() === '' ? null : path
  // Without the slashes it looks like a path beside this one, and is none.
  if (typeof path === 'string' && !path.startsWith('file://')) return null
  try {
    return fileURLToPath(path)
  } catch {
    return null
  }
}

function positive(value: number, name: string): number {
  if (typeof value === 'number' && Number.isFinite(value) && value > 0) return value
  throw new ConfigError(`${name} must be a number above 0, not ${String(value)}.`)
}
