import { type Clock, type LoginMemory, type LoginNotes, portArguments } from '@social/core/store'
import { notesRowId, type Sealer, sealNotes, type Sweeper, unsealNotes } from '@social/store-kit'

import { numberOf, type Row, type Session, textOf } from '../file/session.js'

const KEEP = `INSERT INTO social_login_notes (id, body, expires_at) VALUES (?, ?, ?)
  ON CONFLICT (id) DO UPDATE SET body = excluded.body, expires_at = excluded.expires_at`

/** Stores the notes of unfinished sign-ins in the file. */
export class SqliteLoginMemory implements LoginMemory {
  readonly #session: Session
  readonly #sealer: Sealer
  readonly #clock: Clock
  readonly #sweeper: Sweeper

  constructor(session: Session, sealer: Sealer, clock: Clock, sweeper: Sweeper) {
    this.#session = session
    this.#sealer = sealer
    this.#clock = clock
    this.#sweeper = sweeper
  }

  async keep(state: string, notes: LoginNotes, options: { readonly lifetimeSeconds: number }): Promise<void> {
    portArguments.loginMemory.keep(state, notes, options)
    const id = notesRowId(state)
    const body = await sealNotes(this.#sealer, id, notes)
    this.#session.write(
      KEEP,
      id,
      body,
      this.#clock.now().getTime() + Math.ceil(options.lifetimeSeconds * 1000),
    )
    this.#sweeper.sweep()
  }

  async lookUp(state: string): Promise<LoginNotes | null> {
    portArguments.loginMemory.lookUp(state)
    const id = notesRowId(state)
    return this.#read(
      id,
      this.#session.row('SELECT body, expires_at FROM social_login_notes WHERE id = ?', id),
    )
  }

  async take(state: string): Promise<LoginNotes | null> {
    portArguments.loginMemory.take(state)
    const id = notesRowId(state)
    return this.#read(
      id,
      this.#session.row('DELETE FROM social_login_notes WHERE id = ? RETURNING body, expires_at', id),
    )
  }

  async forget(state: string): Promise<void> {
    portArguments.loginMemory.forget(state)
    this.#session.write('DELETE FROM social_login_notes WHERE id = ?', notesRowId(state))
  }

  async #read(id: string, row: Row | null): Promise<LoginNotes | null> {
    if (row === null || numberOf(row, 'expires_at') <= this.#clock.now().getTime()) return null
    return unsealNotes(this.#sealer, id, textOf(row, 'body'))
  }
}
