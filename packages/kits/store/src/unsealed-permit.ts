import type { KeyRing } from './key-ring.js'

const PERMIT = 'Rows that are not sealed are believed until all have been sealed.'

/**
 * Permit to read rows without a seal. A store that was used without a key has such rows. The first process that opens the
 * store with a key writes the permit, signed with that key. Resealing removes the permit. Without a permit, an unsealed row
 * was written by a process without the key.
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
