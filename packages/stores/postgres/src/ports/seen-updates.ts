import { randomUUID } from 'node:crypto'

import { type ClaimResult, portArguments, type SeenUpdates } from '@social/core/store'
import type { Lease, Sweeper } from '@social/store-kit'

import { rowIdOf, type Tables } from '../tables.js'

const WHAT = 'seenUpdates.claim'
/** Takes what was never seen, which most is: one statement that is short to read and to plan. */
const CLAIM_NEW = `INSERT INTO %.social_seen_updates (id, claim, expires_at, lease)
  VALUES ($1, $2, clock_timestamp() + make_interval(secs => $3), make_interval(secs => $3))
  ON CONFLICT (id) DO NOTHING RETURNING 1`
const FREE = 's.expires_at <= clock_timestamp() OR s.claim = excluded.claim'
/**
 * One statement, so that of several processes one gets it. What was seen has no claim, and is free when it is no longer
 * remembered. A claim whose end is further away than its lease shows that the server's clock was set back.
 */
const CLAIM = `INSERT INTO %.social_seen_updates AS s (id, claim, expires_at, lease)
  VALUES ($1, $2, clock_timestamp() + make_interval(secs => $3), make_interval(secs => $3))
  ON CONFLICT (id) DO UPDATE SET
    claim = CASE WHEN ${FREE} THEN excluded.claim ELSE s.claim END,
    expires_at = CASE WHEN ${FREE} THEN excluded.expires_at ELSE clock_timestamp() + s.lease END,
    lease = CASE WHEN ${FREE} THEN excluded.lease ELSE s.lease END
  WHERE ${FREE} OR (s.claim IS NOT NULL AND s.expires_at > clock_timestamp() + s.lease)
  RETURNING claim`
/** What there is, and whether `CLAIM` would change it. */
const LOOK = `SELECT claim, expires_at <= clock_timestamp()
  OR (claim IS NOT NULL AND expires_at > clock_timestamp() + lease) FROM %.social_seen_updates WHERE id = $1`
const EXTEND = `UPDATE %.social_seen_updates
  SET expires_at = clock_timestamp() + make_interval(secs => $3), lease = make_interval(secs => $3)
  WHERE id = $1 AND claim = $2`
const CONFIRM = `UPDATE %.social_seen_updates
  SET claim = NULL, expires_at = clock_timestamp() + make_interval(days => 1) * $3 WHERE id = $1 AND claim = $2`
const RELEASE = 'DELETE FROM %.social_seen_updates WHERE id = $1 AND claim = $2'

/** Which updates were handled, in PostgreSQL. */
export class PostgresSeenUpdates implements SeenUpdates {
  readonly #tables: Tables
  readonly #seenDays: number
  readonly #sweeper: Sweeper

  constructor(tables: Tables, seenDays: number, sweeper: Sweeper) {
    this.#tables = tables
    this.#seenDays = seenDays
    this.#sweeper = sweeper
  }

  async claim(key: string, lease: Lease): Promise<ClaimResult> {
    portArguments.seenUpdates.claim(key, lease)
    const claim = randomUUID()
    const id = rowIdOf(key)
    const values = [id, claim, lease.leaseSeconds]
    if ((await this.#tables.rows(CLAIM_NEW, values, { what: WHAT })).length > 0) return this.#claimed(claim)
    for (;;) {
      const [row] = await this.#tables.rows(LOOK, [id], { what: WHAT })
      // An earlier try, whose answer was lost, has claimed it.
      if (row?.[0] === claim) return this.#claimed(claim)
      if (row?.[1] === 'f') return { state: row[0] === null ? 'SEEN' : 'BUSY' }
      // Its time is over, or it was released at this very moment: it may be ours now.
      const [taken] = await this.#tables.rows(CLAIM, values, { what: WHAT })
      if (taken?.[0] === claim) return this.#claimed(claim)
    }
  }

  #claimed(claim: string): ClaimResult {
    this.#sweeper.sweep()
    return { state: 'CLAIMED', claim }
  }

  async extend(key: string, claim: string, lease: Lease): Promise<void> {
    portArguments.seenUpdates.extend(key, claim, lease)
    await this.#write(EXTEND, [rowIdOf(key), claim, lease.leaseSeconds], 'seenUpdates.extend')
  }

  async confirm(key: string, claim: string): Promise<void> {
    portArguments.seenUpdates.confirm(key, claim)
    await this.#write(CONFIRM, [rowIdOf(key), claim, this.#seenDays], 'seenUpdates.confirm')
  }

  async release(key: string, claim: string): Promise<void> {
    portArguments.seenUpdates.release(key, claim)
    await this.#write(RELEASE, [rowIdOf(key), claim], 'seenUpdates.release')
  }

  async #write(text: string, values: readonly unknown[], what: string): Promise<void> {
    // A claim that is none of ours is nobody's; the column takes ids alone.
    if (isUuid(values[1])) await this.#tables.rows(text, values, { what })
  }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** True for what a column of claims can hold. */
export function isUuid(value: unknown): boolean {
  return typeof value === 'string' && UUID.test(value)
}
