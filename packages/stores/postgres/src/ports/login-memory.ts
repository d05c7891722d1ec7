import { randomUUID } from 'node:crypto'

import { type LoginMemory, type LoginNotes, portArguments } from '@social/core/store'
import { notesRowId, type Sealer, sealNotes, type Sweeper, unsealNotes } from '@social/store-kit'

import type { Row } from '../server/pool.js'
import { textAt } from '../server/pool.js'
import type { Tables } from '../tables.js'

/**
 * Stores the notes. A repeated statement changes nothing, even if it arrives after the notes were
 * taken.
 */
const KEEP = `INSERT INTO %.social_login_notes AS n (id, body, kept_by, expires_at)
  VALUES ($1, $2, $3, clock_timestamp() + make_interval(secs => $4))
  ON CONFLICT (id) DO UPDATE SET
    body = excluded.body, kept_by = excluded.kept_by, taken_by = NULL, expires_at = excluded.expires_at
  WHERE n.kept_by <> excluded.kept_by`
const LOOK_UP = `SELECT body FROM %.social_login_notes
  WHERE id = $1 AND taken_by IS NULL AND expires_at > clock_timestamp()`
/**
 * Marks the notes as taken. The notes stay until they expire, so that a repeated call by the same
 * taker succeeds.
 */
const TAKE = `UPDATE %.social_login_notes SET taken_by = $2
  WHERE id = $1 AND (taken_by IS NULL OR taken_by = $2) AND expires_at > clock_timestamp() RETURNING body`
const FORGET = 'UPDATE %.social_login_notes SET taken_by = $2 WHERE id = $1 AND taken_by IS NULL'

/** Stores the notes of unfinished sign-ins in PostgreSQL. */
export class PostgresLoginMemory implements LoginMemory {
  readonly #tables: Tables
  readonly #sealer: Sealer
  readonly #sweeper: Sweeper

  constructor(tables: Tables, sealer: Sealer, sweeper: Sweeper) {
    this.#tables = tables
    this.#sealer = sealer
    this.#sweeper = sweeper
  }

  async keep(state: string, notes: LoginNotes, options: { readonly lifetimeSeconds: number }): Promise<void> {
    portArguments.loginMemory.keep(state, notes, options)
    const id = notesRowId(state)
    const body = await sealNotes(this.#sealer, id, notes)
    const values = [id, body, randomUUID(), options.lifetimeSeconds]
    await this.#tables.rows(KEEP, values, { what: 'loginMemory.keep' })
    this.#sweeper.sweep()
  }

  async lookUp(state: string): Promise<LoginNotes | null> {
    portArguments.loginMemory.lookUp(state)
    const id = notesRowId(state)
    return this.#read(id, await this.#tables.rows(LOOK_UP, [id], { what: 'loginMemory.lookUp' }))
  }

  async take(state: string): Promise<LoginNotes | null> {
    portArguments.loginMemory.take(state)
    const id = notesRowId(state)
    return this.#read(id, await this.#tables.rows(TAKE, [id, randomUUID()], { what: 'loginMemory.take' }))
  }

  async forget(state: string): Promise<void> {
    portArguments.loginMemory.forget(state)
    await this.#tables.rows(FORGET, [notesRowId(state), randomUUID()], { what: 'loginMemory.forget' })
  }

  async #read(id: string, [row]: readonly Row[]): Promise<LoginNotes | null> {
    return row === undefined ? null : unsealNotes(this.#sealer, id, textAt(row, 0))
  }
}
