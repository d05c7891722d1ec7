import type { KeyRing } from './key-ring.js'

const PERMIT = 'Rows that are not sealed are believed until all have been sealed.'

/**
 * Permit to read rows without a seal. A store that was first used without a key contains these
 * rows. The first process that opens the store with a key writes the permit and signs it with the
 * key. Resealing all rows removes the permit. Without a permit, a process without the key must
 * have written an unsealed row, so the row is refused.
 */
export interface UnsealedPermit {
  readonly keyName: string
  readonly proof: string
}

/** Creates a permit that is signed with the newest key. */
export function makePermit(ring: KeyRing): UnsealedPermit {
  return { keyName: ring.newest, proof: ring.sign(ring.newest, PERMIT) }
}

/** Returns true if a key of the store has signed the permit. */
export function isPermit(ring: KeyRing, { keyName, proof }: UnsealedPermit): boolean {
  return ring.isSigned(keyName, PERMIT, proof)
}
