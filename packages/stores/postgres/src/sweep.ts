import type { RemoveBatch } from '@social/store-kit'

import { OLD } from './ports/journal-statements.js'
import type { Tables } from './tables.js'

/** Rows removed at a time from each table. Our choice. */
const BATCH = 500
/** How long a deleted row stays without its body: longer than any statement that comes late. */
const DELETED_ROWS_STAY = "interval '1 day'"

const ENDED = 'expires_at <= clock_timestamp()'
/** A holder that was late may still confirm what nobody else has taken meanwhile: its row is left for an hour. */
const LONG_ENDED = "expires_at <= clock_timestamp() - interval '1 hour'"
const DELETED = `body IS NULL AND changed_at < clock_timestamp() - ${DELETED_ROWS_STAY}`
/** Each table, its key, and which rows nobody needs any more. */
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

/** Rows that another process is removing, or has in hand, are left alone. */
const SWEEPS = PARTS.map(
  ([table, key, condition]) => `WITH done AS (DELETE FROM %.${table} WHERE ${condition} AND ${key} IN
    (SELECT ${key} FROM %.${table} WHERE ${condition} LIMIT ${BATCH} FOR UPDATE SKIP LOCKED) RETURNING 1)
  SELECT count(*) FROM done`,
)

/** Removes a batch of what has run out from each table, by the server's clock. */
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
