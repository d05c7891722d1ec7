import { ConfigError } from '@social/core/store'
import { SEALED_COLUMNS } from '@social/store-kit'

import type { Settings } from '../options.js'
import { migrate } from '../schema.js'
import { UnsealedRows } from '../sealing/unsealed-rows.js'
import { makePrivate } from './private-file.js'
import { Session, textOf } from './session.js'
import { cannotOpen, isBusy } from './sqlite-errors.js'

/**
 * Path of an in-memory database. Two sessions of this path would open two separate databases, so
 * all stores share one.
 */
const MEMORY = ':memory:'
/**
 * Pause in milliseconds before write-ahead logging is enabled again, while other processes are
 * opening the file. Our choice.
 */
const SWITCH_AGAIN_MS = 10

/**
 * The open file. One session writes data that must survive a power failure, the other session
 * writes other data.
 */
export interface OpenFile {
  /** Session for tokens, apps, receipts and results. */
  readonly durable: Session
  /**
   * Session for locks, claims and sign-in notes. If their last writes are lost, some work is
   * repeated, but no token is lost.
   */
  readonly quick: Session
}

/**
 * Opens the file, creates the file if it is missing, and migrates its tables.
 *
 * @throws ConfigError if the file cannot be opened, is more than one version newer, or is
 * encrypted with an unknown key.
 */
export function openFile(settings: Settings): OpenFile {
  const { path, busySeconds } = settings
  if (path !== MEMORY) makePrivate(path)
  const durable = new Session(path, { durability: 'FULL', busySeconds })
  try {
    useWriteAheadLog(durable, busySeconds, path)
    migrate(durable, path)
    checkKeys(durable, settings)
    return {
      durable,
      quick: path === MEMORY ? durable : new Session(path, { durability: 'NORMAL', busySeconds }),
    }
  } catch (error) {
    durable.close()
    throw error
  }
}

/**
 * Enables write-ahead logging, which allows concurrent readers with one writer. Enabling it
 * requires exclusive access for a moment, and SQLite does not wait for that access.
 */
function useWriteAheadLog(session: Session, busySeconds: number, path: string): void {
  const pause = new Int32Array(new SharedArrayBuffer(4))
  for (let waited = 0; ; waited += SWITCH_AGAIN_MS)
    try {
      session.script('PRAGMA journal_mode = WAL')
      return
    } catch (error) {
      if (!isBusy(error) || waited >= busySeconds * 1000) throw cannotOpen(path, error)
      Atomics.wait(pause, 0, 0, SWITCH_AGAIN_MS)
    }
}

/** Throws immediately if a key is missing or wrong, instead of when the first account is read. */
function checkKeys(session: Session, { ring, path }: Settings): void {
  const used = keyNames(session)
  if (ring === null) {
    if (used.length === 0) return
    throw new ConfigError(`${path} is sealed. Pass the key it was sealed with to sqliteStores.`)
  }
  const missing = used.filter((name) => ring.find(name) === null)
  if (missing.length > 0)
    throw new ConfigError(
      `${path} is sealed with the key "${missing.join('", "')}", which is missing from keys. Add it to keys, after the newest. It can be removed after reseal() has run with both.`,
    )
  if (used.includes(ring.newest)) return
  session.transaction(() => {
    // Rows written before the first key are in plain text, so they are permitted. Another process
    // may register the key first.
    if (keyNames(session).length === 0 && isFromBeforeSealing(session))
      new UnsealedRows(session, ring).permit()
    session.write('INSERT OR IGNORE INTO social_keys (name) VALUES (?)', ring.newest)
  })
}

const keyNames = (session: Session): string[] =>
  session.rows('SELECT name FROM social_keys').map((row) => textOf(row, 'name'))

/**
 * Returns true if rows exist and all are in plain text. If a row is encrypted, a key was used
 * before and its name was deleted.
 */
function isFromBeforeSealing(session: Session): boolean {
  const holds = (comparison: '=' | '<>'): boolean =>
    SEALED_COLUMNS.some(
      ({ table, column }) =>
        session.row(
          `SELECT 1 AS there FROM ${table} WHERE substr(${column}, 1, 1) ${comparison} '{' LIMIT 1`,
        ) !== null,
    )
  return holds('=') && !holds('<>')
}
