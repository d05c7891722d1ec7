import { randomUUID } from 'node:crypto'

import { type ClaimResult, type Clock, portArguments, type SeenUpdates } from '@social/core/store'
import { type Lease, millisecondsOf, type Sweeper } from '@social/store-kit'

import type { Session } from '../file/session.js'
import { leaseEndOf } from './lease.js'

const SELECT = 'SELECT claim, expires_at AS ends, lease_ms FROM social_seen_updates WHERE id = ?'
const MOVE_END =
  'UPDATE social_seen_updates SET expires_at = ? WHERE id = ? AND claim IS NOT NULL AND expires_at = ?'
/**
 * Claims an update in one statement, so that exactly one of several processes gets the update. A
 * handled update has no claim, and is never claimed again.
 */
const CLAIM = `INSERT INTO social_seen_updates (id, claim, expires_at, lease_ms) VALUES (?, ?, ?, ?)
  ON CONFLICT (id) DO UPDATE SET claim = excluded.claim, expires_at = excluded.expires_at, lease_ms = excluded.lease_ms
  WHERE claim IS NOT NULL AND expires_at <= ?`
const EXTEND = 'UPDATE social_seen_updates SET expires_at = ?, lease_ms = ? WHERE id = ? AND claim = ?'
const CONFIRM = 'UPDATE social_seen_updates SET claim = NULL, expires_at = ? WHERE id = ? AND claim = ?'

/** Stores handled updates in the file. */
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

  async claim(key: string, lease: Lease): Promise<ClaimResult> {
    portArguments.seenUpdates.claim(key, lease)
    const now = this.#clock.now().getTime()
    // Most duplicates of an update are recognized by this read, which does not wait for writers.
    const before = this.#taken(key, now)
    if (before) return before
    const claim = randomUUID()
    const leaseMs = millisecondsOf(lease)
    if (this.#session.write(CLAIM, key, claim, now + leaseMs, leaseMs, now) === 1) {
      this.#sweeper.sweep()
      return { state: 'CLAIMED', claim }
    }
    return this.#taken(key, now) ?? { state: 'BUSY' }
  }

  async extend(key: string, claim: string, lease: Lease): Promise<void> {
    portArguments.seenUpdates.extend(key, claim, lease)
    const leaseMs = millisecondsOf(lease)
    this.#session.write(EXTEND, this.#clock.now().getTime() + leaseMs, leaseMs, key, claim)
  }

  async confirm(key: string, claim: string): Promise<void> {
    portArguments.seenUpdates.confirm(key, claim)
    this.#session.write(CONFIRM, this.#clock.now().getTime() + this.#seenMs, key, claim)
  }

  async release(key: string, claim: string): Promise<void> {
    portArguments.seenUpdates.release(key, claim)
    this.#session.write('DELETE FROM social_seen_updates WHERE id = ? AND claim = ?', key, claim)
  }

  #taken(key: string, now: number): ClaimResult | null {
    const row = this.#session.row(SELECT, key)
    if (row === null) return null
    if (row['claim'] === null) return { state: 'SEEN' }
    return leaseEndOf(this.#session, row, now, { sql: MOVE_END, id: key }) > now ? { state: 'BUSY' } : null
  }
}
