import type { KeyRing } from './key-ring.js'

const PERMIT = 'Rows that are not sealed are believed until all have been sealed.'

/**
 * Allows rows without a seal. A store that lived without a key has them, so the first key that opens it writes a permit
 * that nobody can make without that key; resealing takes it away. Without a permit a row that is not sealed was written
 * by somebody who does not have the key.
 */
export interface UnsealedPermit {
  readonly keyName: string
  readonly proof: string
}

/** A permit signed with the newest key. */
export function makePermit(ring: KeyRing): UnsealedPermit {
  return { keyName: ring.newest, proof: ring.sign(ring.newest, PERMIT) }
}

/** True when a key of the ring has signed the permit. */
export function isPermit(ring: KeyRing, { keyName, proof }: UnsealedPermit): boolean {
  return ring.isSigned(keyName, PERMIT, proof)
}
