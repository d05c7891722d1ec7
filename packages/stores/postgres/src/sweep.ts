import type { RemoveBatch } from '@social/store-kit'

import { OLD } from './ports/journal-statements.js'
import type { Tables } from './tables.js'

/** Maximum number of rows that one statement deletes from a table. Our choice. */
const BATCH = 500
/**
 * A deleted row stays without its body for this time, which is longer than a statement can be
 * late.
 */
const DELETED_ROWS_STAY = "interval '1 day'"

const ENDED = 'expires_at <= clock_timestamp()'
/**
 * Condition for a claim that expired at least an hour ago. The row stays until then, because a
 * late holder may still confirm a claim that no other worker took.
 */
const LONG_ENDED = "expires_at <= clock_timestamp() - interval '1 hour'"
const DELETED = `body IS NULL AND changed_at < clock_timestamp() - ${DELETED_ROWS_STAY}`
/** Each table, its primary key, and the condition for expired rows. */
const PARTS: readonly (readonly [string, string, string])[] = [
  ['social_login_notes', 'id', ENDED],
  ['social_locks', 'id', LONG_ENDED],
  ['social_seen_updates', 'id', LONG_ENDED],
  ['social_spending', 'bucket', 'ends_at <= clock_timestamp()'],
  ['social_connections', 'id', DELETED],
  ['social_apps', 'id', DELETED],
  ['social_markers', 'id', DELETED],
  ['social_journal', 'id', OLD],
]

/** The statements skip rows that another process has locked. */
const SWEEPS = PARTS.map(
  ([table, key, condition]) => `WITH done AS (DELETE FROM %.${table} WHERE ${condition} AND ${key} IN
    (SELECT ${key} FROM %.${table} WHERE ${condition} LIMIT ${BATCH} FOR UPDATE SKIP LOCKED) RETURNING 1)
  SELECT count(*) FROM done`,
)

/**
 * Returns a function that deletes a batch of expired rows from each table. Expiry uses the
 * server's clock.
 */
export function removeExpired(tables: Tables, journalDays: number): RemoveBatch {
  return async () => {
    let isFull = false
    for (const [at, sweep] of SWEEPS.entries()) {
      const values = PARTS[at]?.[2] === OLD ? [journalDays * 86_400] : []
      const [row] = await tables.rows(sweep, values, { what: 'Sweeping' })
      isFull = Number(row?.[0] ?? 0) >= BATCH || isFull
    }
    return isFull
  }
}
