import { isPermit, type KeyRing, makePermit } from '@social/store-kit'

import { type Session, textOf } from '../file/session.js'

/**
 * Permit for rows in plain text. The stores accept such rows while the file contains a permit
 * signed with one of the keys.
 */
export class UnsealedRows {
  readonly #session: Session
  readonly #ring: KeyRing

  constructor(session: Session, ring: KeyRing) {
    this.#session = session
    this.#ring = ring
  }

  /** Stores a permit that is signed with the newest key. */
  permit(): void {
    const { keyName, proof } = makePermit(this.#ring)
    this.#session.write('INSERT INTO social_unsealed (key_name, proof) VALUES (?, ?)', keyName, proof)
  }

  /**
   * Returns whether a permit exists. The permit is read from the file each time, because any
   * process may delete it.
   */
  areBelieved(): boolean {
    return this.#session
      .rows('SELECT key_name, proof FROM social_unsealed')
      .some((row) => isPermit(this.#ring, { keyName: textOf(row, 'key_name'), proof: textOf(row, 'proof') }))
  }

  /** Deletes the permit, so that rows in plain text are refused. */
  forbid(): void {
    this.#session.write('DELETE FROM social_unsealed')
  }
}
