import { type KeyRing, SEALED_COLUMNS, type Sealer } from '@social/store-kit'

import { numberOf, type Session, textOf } from '../file/session.js'
import { UnsealedRows } from './unsealed-rows.js'

/** Rows read at a time. Our choice. */
const BATCH = 200

/**
 * Seals every row with the newest key, rows of the time before the first key included, and forgets the names of the older
 * keys. From then on a row that is not sealed is refused.
 *
 * @returns How many values were sealed anew.
 */
export async function resealAll(session: Session, sealer: Sealer, ring: KeyRing): Promise<number> {
  let count = 0
  for (const { table, column, place } of SEALED_COLUMNS) {
    const next = `SELECT rowid AS at, id, ${column} AS value FROM ${table}
      WHERE rowid > ? AND ${column} IS NOT NULL ORDER BY rowid LIMIT ${BATCH}`
    const replace = `UPDATE ${table} SET ${column} = ? WHERE rowid = ? AND ${column} = ?`
    let last = -1
    for (;;) {
      const rows = session.rows(next, last)
      for (const row of rows) {
        last = numberOf(row, 'at')
        const [id, value] = [textOf(row, 'id'), textOf(row, 'value')]
        if (sealer.isNewest(value)) continue
        const sealed = await sealer.seal(await sealer.unseal(value, place(id)), place(id))
        // What was written meanwhile is newer, and sealed with the newest key already.
        count += session.write(replace, sealed, last, value)
      }
      if (rows.length < BATCH) break
    }
  }
  session.write('DELETE FROM social_keys WHERE name <> ?', ring.newest)
  new UnsealedRows(session, ring).forbid()
  // What was replaced is still in the log beside the file until that is emptied. Others who read keep it from being.
  session.script('PRAGMA wal_checkpoint(TRUNCATE)')
  return count
}
