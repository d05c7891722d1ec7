import { type KeyRing, SEALED_COLUMNS, type Sealer } from '@social/store-kit'

import { numberOf, type Session, textOf } from '../file/session.js'
import { UnsealedRows } from './unsealed-rows.js'

/** Number of rows that one statement reads. Our choice. */
const BATCH = 200

/**
 * Encrypts every row again with the newest key, including rows in plain text, and deletes the
 * names of the older keys. Afterwards rows in plain text are refused.
 *
 * @returns Number of values that were encrypted again.
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
        // Replaces a value only if it is unchanged, because a row written in the meantime already
        // uses the newest key.
        count += session.write(replace, sealed, last, value)
      }
      if (rows.length < BATCH) break
    }
  }
  session.write('DELETE FROM social_keys WHERE name <> ?', ring.newest)
  new UnsealedRows(session, ring).forbid()
  // Truncates the write-ahead log, because the replaced values remain readable in it. Concurrent
  // readers prevent the truncation.
  session.script('PRAGMA wal_checkpoint(TRUNCATE)')
  return count
}
