import type { KeyRing } from './key-ring.js'
import { type Session, textOf } from './session.js'

const PERMIT = 'Rows that are not sealed are believed until all have been sealed.'

/**
 * Whether rows without a seal are believed. A file that lived without a key has them, so the first key that opens it
 * writes a permit that nobody can make without that key; `reseal()` takes it away. Without a permit a row that is not
 * sealed was written by somebody who does not have the key.
 */
export class UnsealedRows {
  readonly #session: Session
  readonly #ring: KeyRing

  constructor(session: Session, ring: KeyRing) {
    this.#session = session
    this.#ring = ring
  }

  /** Gives the permit, signed with the newest key. */
  permit(): void {
    const { newest } = this.#ring
    this.#session.write(
      'INSERT INTO social_unsealed (key_name, proof) VALUES (?, ?)',
      newest,
      this.#ring.sign(newest, PERMIT),
    )
  }

  /** True while there is a permit. Read from the file each time, because any process may end it. */
  areBelieved(): boolean {
    return this.#session
      .rows('SELECT key_name, proof FROM social_unsealed')
      .some((row) => this.#ring.isSigned(textOf(row, 'key_name'), PERMIT, textOf(row, 'proof')))
  }

  /** Takes the permit away. */
  forbid(): void {
    this.#session.write('DELETE FROM social_unsealed')
  }
}
