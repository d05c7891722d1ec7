import { type KeyRing, SEALED_COLUMNS, type Sealer } from '@social/store-kit'

import { textAt } from '../server/pool.js'
import type { Tables } from '../tables.js'

/** Number of rows that one statement reads. Our choice. */
const BATCH = 200
const LIMITS = { what: 'reseal' }

/**
 * Encrypts every row again with the newest key, including rows in plain text, and deletes the
 * names of the older keys. Afterwards rows in plain text are refused.
 *
 * @returns Number of values that were encrypted again.
 */
export async function resealAll(tables: Tables, sealer: Sealer, ring: KeyRing): Promise<number> {
  let count = 0
  for (const { table, column, place } of SEALED_COLUMNS) {
    const next = `SELECT id, ${column} FROM %.${table}
      WHERE id > $1 AND ${column} IS NOT NULL ORDER BY id LIMIT ${BATCH}`
    // Replaces a value only if it is unchanged, because a row written in the meantime already uses
    // the newest key. A repeated statement finds its own result.
    const replace = `WITH done AS (UPDATE %.${table} SET ${column} = $2 WHERE id = $1 AND ${column} = $3 RETURNING 1)
      SELECT 1 FROM done UNION ALL SELECT 1 FROM %.${table}
      WHERE id = $1 AND ${column} = $2 AND NOT EXISTS (SELECT FROM done)`
    let last = ''
    for (;;) {
      const rows = await tables.rows(next, [last], LIMITS)
      for (const row of rows) {
        const [id, value] = [textAt(row, 0), textAt(row, 1)]
        last = id
        if (sealer.isNewest(value)) continue
        const sealed = await sealer.seal(await sealer.unseal(value, place(id)), place(id))
        count += (await tables.rows(replace, [id, sealed, value], LIMITS)).length
      }
      if (rows.length < BATCH) break
    }
  }
  await tables.rows('DELETE FROM %.social_keys WHERE name <> $1', [ring.newest], LIMITS)
  await tables.rows('DELETE FROM %.social_unsealed', [], LIMITS)
  return count
}
