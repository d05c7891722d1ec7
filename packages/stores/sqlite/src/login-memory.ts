import { createHash } from 'node:crypto'

import type { Clock, LoginMemory, LoginNotes } from '@social/core/platform'

import type { Sealer } from './sealer.js'
import { numberOf, type Row, type Session, textOf } from './session.js'
import { parseStoredObject, unreadable } from './stored.js'
import type { Sweeper } from './sweeper.js'

const KEEP = `INSERT INTO social_login_notes (id, body, expires_at) VALUES (?, ?, ?)
  ON CONFLICT (id) DO UPDATE SET body = excluded.body, expires_at = excluded.expires_at`

/** Whoever reads the file must not be able to finish somebody's sign-in: the state itself is not in it. */
function idOf(state: string): string {
  return createHash('sha256').update(state).digest('base64url')
}

/** Where notes stand, for their seal and for messages. */
export const notesPlace = (id: string): string => `The sign-in ${id}`

/** Looks at what a sign-in cannot do without. */
function isNotes(value: object): value is LoginNotes {
  const { platform, scopes, redirectUri, remember } = value as Partial<LoginNotes> // each is looked at below
  return (
    typeof platform === 'string' &&
    Array.isArray(scopes) &&
    typeof redirectUri === 'string' &&
    typeof remember === 'object' &&
    remember !== null
  )
}

/** Notes of half-finished sign-ins in the file. */
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
    const id = idOf(state)
    const body = await this.#sealer.seal(JSON.stringify(notes), notesPlace(id))
    this.#session.write(
      KEEP,
      id,
      body,
      this.#clock.now().getTime() + Math.ceil(options.lifetimeSeconds * 1000),
    )
    this.#sweeper.sweep()
  }

  async lookUp(state: string): Promise<LoginNotes | null> {
    const id = idOf(state)
    return this.#read(
      id,
      this.#session.row('SELECT body, expires_at FROM social_login_notes WHERE id = ?', id),
    )
  }

  async take(state: string): Promise<LoginNotes | null> {
    const id = idOf(state)
    return this.#read(
      id,
      this.#session.row('DELETE FROM social_login_notes WHERE id = ? RETURNING body, expires_at', id),
    )
  }

  async forget(state: string): Promise<void> {
    this.#session.write('DELETE FROM social_login_notes WHERE id = ?', idOf(state))
  }

  async #read(id: string, row: Row | null): Promise<LoginNotes | null> {
    if (row === null || numberOf(row, 'expires_at') <= this.#clock.now().getTime()) return null
    const place = notesPlace(id)
    const notes = parseStoredObject(await this.#sealer.unseal(textOf(row, 'body'), place), place)
    if (!isNotes(notes)) throw unreadable(place, 'what is stored are no notes of a sign-in')
    return notes
  }
}
