import { randomUUID } from 'node:crypto'

import type { ClaimResult, Clock, SeenUpdates } from '@social/core/platform'

import { numberOf, type Row, type Session } from './session.js'
import type { Sweeper } from './sweeper.js'

const SELECT = 'SELECT claim, expires_at FROM social_seen_updates WHERE id = ?'
/** One statement, so that of several processes one gets it. What was seen has no claim, and is never taken. */
const CLAIM = `INSERT INTO social_seen_updates (id, claim, expires_at) VALUES (?1, ?2, ?3)
  ON CONFLICT (id) DO UPDATE SET claim = excluded.claim, expires_at = excluded.expires_at
  WHERE claim IS NOT NULL AND expires_at <= ?4`
const EXTEND = 'UPDATE social_seen_updates SET expires_at = ? WHERE id = ? AND claim = ?'
const CONFIRM = 'UPDATE social_seen_updates SET claim = NULL, expires_at = ? WHERE id = ? AND claim = ?'

/** Which updates were handled, in the file. */
export class SqliteSeenUpdates implements SeenUpdates {
  readonly #session: Session
  readonly #clock: Clock
  readonly #seenMs: number
  readonly #sweeper: Sweeper

  constructor(session: Session, clock: Clock, seenDays: number, sweeper: Sweeper) {
    this.#session = session
    this.#clock = clock
    this.#seenMs = seenDays * 86_400_000
    this.#sweeper = sweeper
  }

  async claim(key: string, options: { readonly leaseSeconds: number }): Promise<ClaimResult> {
    const now = this.#clock.now().getTime()
    // Most copies of an update are told by reading alone, which waits for nobody.
    const before = this.#taken(this.#session.row(SELECT, key), now)
    if (before) return before
    const claim = randomUUID()
    if (this.#session.write(CLAIM, key, claim, now + options.leaseSeconds * 1000, now) === 1) {
      this.#sweeper.sweep()
      return { state: 'CLAIMED', claim }
    }
    return this.#taken(this.#session.row(SELECT, key), now) ?? { state: 'BUSY' }
  }

  async extend(key: string, claim: string, options: { readonly leaseSeconds: number }): Promise<void> {
    this.#session.write(EXTEND, this.#clock.now().getTime() + options.leaseSeconds * 1000, key, claim)
  }

  async confirm(key: string, claim: string): Promise<void> {
    this.#session.write(CONFIRM, this.#clock.now().getTime() + this.#seenMs, key, claim)
  }

  async release(key: string, claim: string): Promise<void> {
    this.#session.write('DELETE FROM social_seen_updates WHERE id = ? AND claim = ?', key, claim)
  }

  #taken(row: Row | null, now: number): ClaimResult | null {
    if (row === null) return null
    if (row['claim'] === null) return { state: 'SEEN' }
    return numberOf(row, 'expires_at') > now ? { state: 'BUSY' } : null
  }
}
