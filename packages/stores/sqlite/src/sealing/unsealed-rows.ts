import { isPermit, type KeyRing, makePermit } from '@social/store-kit'

import { type Session, textOf } from '../file/session.js'

/** Whether rows without a seal are believed: while the file holds a permit that one of the keys has signed. */
export class UnsealedRows {
  readonly #session: Session
  readonly #ring: KeyRing

  constructor(session: Session, ring: KeyRing) {
    this.#session = session
    this.#ring = ring
  }

  /** Gives the permit, signed with the newest key. */
  permit(): void {
    const { keyName, proof } = makePermit(this.#ring)
    this.#session.write('INSERT INTO social_unsealed (key_name, proof) VALUES (?, ?)', keyName, proof)
  }

  /** True while there is a permit. Read from the file each time, because any process may end it. */
  areBelieved(): boolean {
    return this.#session
      .rows('SELECT key_name, proof FROM social_unsealed')
      .some((row) => isPermit(this.#ring, { keyName: textOf(row, 'key_name'), proof: textOf(row, 'proof') }))
  }

  /** Takes the permit away. */
  forbid(): void {
    this.#session.write('DELETE FROM social_unsealed')
  }
}
