import type { Clock } from '@social/core/platform'

import type { Session } from './session.js'

/** Seconds between two sweeps; a sweep that found a full batch goes on after one. */
const EVERY_SECONDS = 60
const NEXT_BATCH_SECONDS = 1
/** Rows removed at a time from each table, so that a sweep never holds the program up. */
const BATCH = 500

const sweepOf = (table: string, condition: string): string =>
  `DELETE FROM ${table} WHERE rowid IN (SELECT rowid FROM ${table} WHERE ${condition} LIMIT ${BATCH})`

/** Everything whose time is over at `?`. */
const EXPIRED = ['social_login_notes', 'social_locks', 'social_seen_updates'].map((table) =>
  sweepOf(table, 'expires_at <= ?'),
)
/** Entries last touched before the first moment, that nobody has in hand at the second. */
const FORGOTTEN = sweepOf('social_journal', 'touched_at < ? AND (result IS NOT NULL OR free_at <= ?)')

/** Removes what nobody needs any more, a little at a time, in the wake of other writes. */
export class Sweeper {
  readonly #session: Session
  readonly #clock: Clock
  readonly #journalMs: number
  #next = 0

  constructor(session: Session, clock: Clock, journalDays: number) {
    this.#session = session
    this.#clock = clock
    this.#journalMs = journalDays * 86_400_000
  }

  /** Sweeps when it is time to. Never fails the write it follows. */
  sweep(): void {
    if (this.#clock.monotonic() < this.#next) return
    let wasFull = false
    try {
      const now = this.#clock.now().getTime()
      for (const sql of EXPIRED) wasFull = this.#session.write(sql, now) >= BATCH || wasFull
      wasFull = this.#session.write(FORGOTTEN, now - this.#journalMs, now) >= BATCH || wasFull
    } catch {
      // Another process is writing for long, or the disk is full: whoever really writes hears of it. Next time, then.
    }
    this.#next = this.#clock.monotonic() + (wasFull ? NEXT_BATCH_SECONDS : EVERY_SECONDS)
  }
}
