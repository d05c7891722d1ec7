import type { ExtendOptions, LockRows, PollPauses, Sweeper, TakeOptions } from '@social/store-kit'

import { rowIdOf, type Tables } from '../tables.js'

/**
 * Seconds between two polls of a lock that another process holds. Each poll runs one statement.
 * Our choice.
 */
export const POLL_PAUSES: PollPauses = { firstSeconds: 0.01, maxSeconds: 0.25 }

const WHAT = 'locks.withLock'
/**
 * Fast path for the common case of a free lock, because this statement is quicker to parse and to
 * plan than `TAKE`.
 */
const TAKE_NEW = `INSERT INTO %.social_locks (id, claim, expires_at, lease)
  VALUES ($1, $2, clock_timestamp() + make_interval(secs => $3), make_interval(secs => $3))
  ON CONFLICT (id) DO NOTHING RETURNING claim`
/**
 * True if the lease of the existing row has expired, or if the row already has this claim. The row
 * has this claim if an earlier attempt took the lock and its response was lost.
 */
const FREE = 'l.expires_at <= clock_timestamp() OR l.claim = excluded.claim'
/**
 * Takes the lock in one statement, so that exactly one of several processes gets the lock. A lease
 * that ends later than one lease length from now shows that the server's clock was set back. Its
 * end is moved to one lease length from now.
 */
const TAKE = `INSERT INTO %.social_locks AS l (id, claim, expires_at, lease)
  VALUES ($1, $2, clock_timestamp() + make_interval(secs => $3), make_interval(secs => $3))
  ON CONFLICT (id) DO UPDATE SET
    claim = CASE WHEN ${FREE} THEN excluded.claim ELSE l.claim END,
    expires_at = CASE WHEN ${FREE} THEN excluded.expires_at ELSE clock_timestamp() + l.lease END,
    lease = CASE WHEN ${FREE} THEN excluded.lease ELSE l.lease END
  WHERE ${FREE} OR l.expires_at > clock_timestamp() + l.lease
  RETURNING claim`
const EXTEND = `UPDATE %.social_locks SET expires_at = clock_timestamp() + make_interval(secs => $3)
  WHERE id = $1 AND claim = $2 RETURNING 1`
const RELEASE = 'DELETE FROM %.social_locks WHERE id = $1 AND claim = $2'

/**
 * Locks in PostgreSQL: each lock is a row with a lease, measured by the server's clock. A lock
 * needs no open session or transaction.
 */
export class PostgresLockRows implements LockRows {
  readonly #tables: Tables
  readonly #sweeper: Sweeper
  /**
   * Options of the callers that found the lock taken and poll it. These callers skip the fast
   * path.
   */
  readonly #waiting = new WeakSet<TakeOptions>()

  constructor(tables: Tables, sweeper: Sweeper) {
    this.#tables = tables
    this.#sweeper = sweeper
  }

  async take(key: string, claim: string, options: TakeOptions): Promise<boolean> {
    const values = [rowIdOf(key), claim, options.leaseSeconds]
    const limits = { what: WHAT, signal: options.signal }
    for (const statement of this.#waiting.has(options) ? [TAKE] : [TAKE_NEW, TAKE]) {
      const [row] = await this.#tables.rows(statement, values, limits)
      if (row?.[0] !== claim) continue
      this.#sweeper.sweep()
      return true
    }
    this.#waiting.add(options)
    return false
  }

  async extend(key: string, claim: string, options: ExtendOptions): Promise<boolean> {
    const { leaseSeconds, withinSeconds } = options
    const values = [rowIdOf(key), claim, leaseSeconds]
    return (await this.#tables.rows(EXTEND, values, { what: WHAT, withinSeconds })).length > 0
  }

  async release(key: string, claim: string): Promise<void> {
    await this.#tables.rows(RELEASE, [rowIdOf(key), claim], { what: WHAT })
  }
}
