import { ConfigError } from '@social/core/store'
import { SEALED_COLUMNS } from '@social/store-kit'

import { type Settings, STORE_NAMES } from '../options.js'
import { STORE_TABLES } from '../schema.js'
import { UnsealedRows } from '../sealing/unsealed-rows.js'
import { type OpenTables, openTables } from './open-tables.js'
import { type Session, textOf } from './session.js'

/**
 * Opens the file, creates the file if it is missing, and migrates its tables.
 *
 * @throws ConfigError if the file cannot be opened, is more than one version newer, or is
 * encrypted with an unknown key.
 */
export function openFile(settings: Settings): OpenTables {
  const { path, busySeconds } = settings
  const opened = openTables(path, { factory: STORE_NAMES.factory, busySeconds, tables: STORE_TABLES })
  try {
    checkKeys(opened.durable, settings)
    return opened
  } catch (error) {
    opened.quick.close()
    opened.durable.close()
    throw error
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
