import { randomUUID } from 'node:crypto'

import { type ClaimResult, portArguments, type SeenUpdates } from '@social/core/store'
import type { Lease, Sweeper } from '@social/store-kit'

import { rowIdOf, type Tables } from '../tables.js'

const WHAT = 'seenUpdates.claim'
/**
 * Fast path for the common case of a new update, because this statement is quicker to parse and to
 * plan than `CLAIM`.
 */
const CLAIM_NEW = `INSERT INTO %.social_seen_updates (id, claim, expires_at, lease)
  VALUES ($1, $2, clock_timestamp() + make_interval(secs => $3), make_interval(secs => $3))
  ON CONFLICT (id) DO NOTHING RETURNING 1`
const FREE = 's.expires_at <= clock_timestamp() OR s.claim = excluded.claim'
/**
 * Claims an update in one statement, so that exactly one of several processes gets the update. A
 * handled update has no claim, and becomes free when it expires. A claim that ends later than one
 * lease length from now shows that the server's clock was set back.
 */
const CLAIM = `INSERT INTO %.social_seen_updates AS s (id, claim, expires_at, lease)
  VALUES ($1, $2, clock_timestamp() + make_interval(secs => $3), make_interval(secs => $3))
  ON CONFLICT (id) DO UPDATE SET
    claim = CASE WHEN ${FREE} THEN excluded.claim ELSE s.claim END,
    expires_at = CASE WHEN ${FREE} THEN excluded.expires_at ELSE clock_timestamp() + s.lease END,
    lease = CASE WHEN ${FREE} THEN excluded.lease ELSE s.lease END
  WHERE ${FREE} OR (s.claim IS NOT NULL AND s.expires_at > clock_timestamp() + s.lease)
  RETURNING claim`
/** Reads the current claim, and whether `CLAIM` would replace that claim. */
const READ = `SELECT claim, expires_at <= clock_timestamp()
  OR (claim IS NOT NULL AND expires_at > clock_timestamp() + lease) FROM %.social_seen_updates WHERE id = $1`
const EXTEND = `UPDATE %.social_seen_updates
  SET expires_at = clock_timestamp() + make_interval(secs => $3), lease = make_interval(secs => $3)
  WHERE id = $1 AND claim = $2`
const CONFIRM = `UPDATE %.social_seen_updates
  SET claim = NULL, expires_at = clock_timestamp() + make_interval(days => 1) * $3 WHERE id = $1 AND claim = $2`
const RELEASE = 'DELETE FROM %.social_seen_updates WHERE id = $1 AND claim = $2'

/** Stores handled updates in PostgreSQL. */
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
      const [row] = await this.#tables.rows(READ, [id], { what: WHAT })
      // An earlier attempt of this call made the claim, but its response was lost.
      if (row?.[0] === claim) return this.#claimed(claim)
      if (row?.[1] === 'f') return { state: row[0] === null ? 'SEEN' : 'BUSY' }
      // The existing claim expired or was released in the meantime, so the update may be free now.
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
    // Claims are UUIDs, and the column accepts only UUIDs. Any other claim cannot exist.
    if (isUuid(values[1])) await this.#tables.rows(text, values, { what })
  }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Returns whether a claim column accepts the value. */
export function isUuid(value: unknown): boolean {
  return typeof value === 'string' && UUID.test(value)
}
