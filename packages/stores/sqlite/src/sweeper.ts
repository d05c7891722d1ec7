import type { Clock } from '@social/core/store'

import type { Session } from './file/session.js'

/**
 * Maximum number of rows deleted at a time from each table, so that a sweep does not block the
 * program. Our choice.
 */
const BATCH = 500

const sweepOf = (table: string, condition: string): string =>
  `DELETE FROM ${table} WHERE rowid IN (SELECT rowid FROM ${table} WHERE ${condition} LIMIT ${BATCH})`

/**
 * Milliseconds for which an expired claim stays stored, because a late handler may still confirm a
 * claim that no other worker took. Our choice.
 */
const LATE_MS = 3_600_000
/** Statements that delete rows with an expiry time before `?`. */
const EXPIRED = [
  sweepOf('social_login_notes', 'expires_at <= ?'),
  sweepOf('social_locks', 'expires_at <= ?'),
  sweepOf('social_seen_updates', 'expires_at <= ? AND claim IS NULL'),
]
/** Statement that deletes claims on updates whose lease expired before `?`. */
const LATE = sweepOf('social_seen_updates', 'expires_at <= ?')
/**
 * Statement that deletes journal entries last touched before the first time and not held at the
 * second time.
 */
const FORGOTTEN = sweepOf('social_journal', 'touched_at < ? AND (result IS NOT NULL OR free_at <= ?)')

/** Returns a function that deletes a batch of expired rows from each table. */
export function removeExpired(session: Session, clock: Clock, journalDays: number): () => boolean {
  return () => {
    let isFull = false
    const now = clock.now().getTime()
    for (const sql of EXPIRED) isFull = session.write(sql, now) >= BATCH || isFull
    isFull = session.write(LATE, now - LATE_MS) >= BATCH || isFull
    return session.write(FORGOTTEN, now - journalDays * 86_400_000, now) >= BATCH || isFull
  }
}
