import type { Clock } from '@social/core/store'
import {
  type ExtendOptions,
  type LockRows,
  type PollPauses,
  millisecondsOf,
  type Sweeper,
  type TakeOptions,
} from '@social/store-kit'

import type { Session } from '../file/session.js'
import { leaseEndOf } from './lease.js'

/** Seconds between two polls of a lock that another process holds. Our choice. */
export const POLL_PAUSES: PollPauses = { firstSeconds: 0.005, maxSeconds: 0.1 }

const SELECT = 'SELECT expires_at AS ends, lease_ms FROM social_locks WHERE id = ?'
const MOVE_END = 'UPDATE social_locks SET expires_at = ? WHERE id = ? AND expires_at = ?'
/** Takes a lock in one statement, so that exactly one of several processes gets the lock. */
const TAKE = `INSERT INTO social_locks (id, claim, expires_at, lease_ms) VALUES (?, ?, ?, ?)
  ON CONFLICT (id) DO UPDATE SET claim = excluded.claim, expires_at = excluded.expires_at, lease_ms = excluded.lease_ms
  WHERE expires_at <= ?`
const EXTEND = 'UPDATE social_locks SET expires_at = ? WHERE id = ? AND claim = ?'
const RELEASE = 'DELETE FROM social_locks WHERE id = ? AND claim = ?'

/** Locks that all processes with the same file open share. */
export class SqliteLockRows implements LockRows {
  readonly #session: Session
  readonly #clock: Clock
  readonly #sweeper: Sweeper

  constructor(session: Session, clock: Clock, sweeper: Sweeper) {
    this.#session = session
    this.#clock = clock
    this.#sweeper = sweeper
  }

  take(key: string, claim: string, options: TakeOptions): boolean {
    const now = this.#clock.now().getTime()
    const row = this.#session.row(SELECT, key)
    if (row !== null && leaseEndOf(this.#session, row, now, { sql: MOVE_END, id: key }) > now) return false
    const leaseMs = millisecondsOf(options)
    if (this.#session.write(TAKE, key, claim, now + leaseMs, leaseMs, now) !== 1) return false
    this.#sweeper.sweep()
    return true
  }

  extend(key: string, claim: string, options: ExtendOptions): boolean {
    const ends = this.#clock.now().getTime() + millisecondsOf(options)
    return this.#session.write(EXTEND, ends, key, claim) === 1
  }

  release(key: string, claim: string): void {
    this.#session.write(RELEASE, key, claim)
  }
}
