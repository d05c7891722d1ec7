import { generateKeyPairSync, type KeyObject } from 'node:crypto'

import type { Seed } from '../../framework/seed.js'

/** A key pair that signs pushes. */
export interface SigningKey {
  readonly kid: string
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
}

/**
 * Keys that sign pushes. A key is created on first use because creation is slow. Only the keys are not derived from
 * the seed.
 */
export interface Keys {
  /** Returns the current signing key. */
  current(): SigningKey
  /** Returns the published keys, the signing key first. */
  published(): readonly SigningKey[]
  /** Returns a key that was never published, with the `kid` of the signing key. */
  unpublished(): SigningKey
  /** Replaces the signing key. The previous signing key stays published, and the key before that is removed. */
  rotate(): void
}

/** Key pairs are slow to create and protect nothing, so all networks in this process share them. */
const pairs: Omit<SigningKey, 'kid'>[] = []

/** Creates a signing key and one older key because Google also publishes two keys. */
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
