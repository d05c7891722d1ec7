import { generateKeyPairSync, type KeyObject } from 'node:crypto'

import type { Seed } from '../../framework/seed.js'

/** A key for signatures. */
export interface SigningKey {
  readonly kid: string
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
}

/** Keys that sign pushes. Created on first use, because that is slow. They are the only random values here. */
export interface Keys {
  /** Signing key. */
  current(): SigningKey
  /** Published keys, the signing key first. */
  published(): readonly SigningKey[]
  /** A key that was never published, with the `kid` of the signing key. */
  unpublished(): SigningKey
  /** Replaces the signing key. The old one stays published, the one before it is removed. */
  rotate(): void
}

/** Key pairs are slow to create and protect nothing: all networks in this process share them. */
const pairs: Omit<SigningKey, 'kid'>[] = []

/** A signing key and one older key, as Google has. */
export function makeKeys(seed: Seed): Keys {
  let current: SigningKey | null = null
  let former: SigningKey | null = null
  let made = 0
  const make = (): SigningKey => {
    const pair = (pairs[made] ??= generateKeyPairSync('rsa', { modulusLength: 2048 }))
    made += 1
    const { privateKey, publicKey } = pair
    const kid = Buffer.from(seed.token('kid'), 'base64url').toString('hex').slice(0, 40)
    return { kid, privateKey, publicKey }
  }
  const currentKey = (): SigningKey => {
    current ??= make()
    return current
  }
  return {
    current: currentKey,
    published: () => {
      former ??= make()
      return [currentKey(), former]
    },
    unpublished: () => ({ ...make(), kid: currentKey().kid }),
    rotate: () => {
      former = currentKey()
      current = make()
    },
  }
}
