import type { Clock } from '@social/core/store'

import type { Session } from './file/session.js'

/** Rows removed at a time from each table, so that a sweep never holds the program up. Our choice. */
const BATCH = 500

const sweepOf = (table: string, condition: string): string =>
  `DELETE FROM ${table} WHERE rowid IN (SELECT rowid FROM ${table} WHERE ${condition} LIMIT ${BATCH})`

/** A handler that was late may still confirm what nobody else has taken meanwhile: its claim is left for an hour, in milliseconds. Our choice. */
const LATE_MS = 3_600_000
/** Everything whose time is over at `?`. */
const EXPIRED = [
  sweepOf('social_login_notes', 'expires_at <= ?'),
  sweepOf('social_locks', 'expires_at <= ?'),
  sweepOf('social_seen_updates', 'expires_at <= ? AND claim IS NULL'),
]
/** Claims on updates whose lease was over at `?`. */
const LATE = sweepOf('social_seen_updates', 'expires_at <= ?')
/** Entries last touched before the first moment, that nobody has in hand at the second. */
const FORGOTTEN = sweepOf('social_journal', 'touched_at < ? AND (result IS NOT NULL OR free_at <= ?)')

/** Removes a batch of what has run out from each table. */
export function removeExpired(session: Session, clock: Clock, journalDays: number): () => boolean {
  return () => {
    let isFull = false
    const now = clock.now().getTime()
    for (const sql of EXPIRED) isFull = session.write(sql, now) >= BATCH || isFull
    isFull = session.write(LATE, now - LATE_MS) >= BATCH || isFull
    return session.write(FORGOTTEN, now - journalDays * 86_400_000, now) >= BATCH || isFull
  }
}
