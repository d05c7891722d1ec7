import { ConfigError } from '@social/core/store'
import { SEALED_COLUMNS } from '@social/store-kit'

import type { Settings } from '../options.js'
import { migrate } from '../schema.js'
import { UnsealedRows } from '../sealing/unsealed-rows.js'
import { makePrivate } from './private-file.js'
import { Session, textOf } from './session.js'
import { cannotOpen, isBusy } from './sqlite-errors.js'

/** Not a file, but this process's memory: every session of it would be a database of its own. */
const MEMORY = ':memory:'
/** Milliseconds between two tries to switch a file to write-ahead logging that others are opening at the same moment. Our choice. */
const SWITCH_AGAIN_MS = 10

/** The open file: one session for what must survive a power cut, one for what need not. */
export interface OpenFile {
  /** Tokens, apps, receipts, results. */
  readonly durable: Session
  /** Locks, claims, notes: losing the last of them costs a repeat, not a token. */
  readonly quick: Session
}

/**
 * Opens the file, makes it if it is not there, and brings its tables up to date.
 *
 * @throws ConfigError when it cannot be opened, is more than one version newer, or is sealed with a key that was not given.
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

/** Readers and one writer at the same time. Switching needs the file alone for a moment, and does not wait by itself. */
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

/** Says at once that a key is missing or wrong, instead of at the first account. */
function checkKeys(session: Session, { ring, path }: Settings): void {
  const used = keyNames(session)
  if (ring === null) {
    if (used.length === 0) return
    throw new ConfigError(`${path} is sealed. Give sqliteStores the key it was sealed with.`)
  }
  const missing = used.filter((name) => ring.find(name) === null)
  if (missing.length > 0)
    throw new ConfigError(
      `${path} is sealed with the key "${missing.join('", "')}", which is not among the keys given. Add it to keys, after the newest; once reseal() has run with both, it can go.`,
    )
  if (used.includes(ring.newest)) return
  session.transaction(() => {
    // What a file holds before its first key was written without one. Another process may have been faster.
    if (keyNames(session).length === 0 && isFromBeforeSealing(session))
      new UnsealedRows(session, ring).permit()
    session.write('INSERT OR IGNORE INTO social_keys (name) VALUES (?)', ring.newest)
  })
}

const keyNames = (session: Session): string[] =>
  session.rows('SELECT name FROM social_keys').map((row) => textOf(row, 'name'))

/** Rows, and none that is sealed: with one, there was a key already, and somebody has deleted its name. */
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
