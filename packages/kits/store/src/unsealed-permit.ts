import type { KeyRing } from './key-ring.js'

const PERMIT = 'Rows that are not sealed are believed until all have been sealed.'

/**
 * Allows rows without a seal. A store that was used without a key has such rows, so the first key that opens it writes a
 * permit, which cannot be made without that key. Resealing removes the permit. Without a permit an unsealed row was written
 * by a process without the key.
 */
export interface UnsealedPermit {
  readonly keyName: string
  readonly proof: string
}

/** Makes a permit signed with the newest key. */
export function makePermit(ring: KeyRing): UnsealedPermit {
  return { keyName: ring.newest, proof: ring.sign(ring.newest, PERMIT) }
}

/** True if a key of the ring has signed the permit. */
export function isPermit(ring: KeyRing, { keyName, proof }: UnsealedPermit): boolean {
  return ring.isSigned(keyName, PERMIT, proof)
}
