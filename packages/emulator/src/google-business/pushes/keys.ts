import { generateKeyPairSync, type KeyObject } from 'node:crypto'

import type { Seed } from '../../framework/seed.js'

/** A key that signs. */
export interface SigningKey {
  readonly kid: string
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
}

/** The keys that sign pushes: made when first asked for, because that takes a moment. The only thing here left to chance. */
export interface Keys {
  /** The one that signs. */
  current(): SigningKey
  /** Those that are published, the one that signs first. */
  published(): readonly SigningKey[]
  /** A key that was never published, under the `kid` of the one that signs. */
  stranger(): SigningKey
  /** A new key signs from here on; the old one stays published, the one before it goes. */
  rotate(): void
}

/** Pairs take long to make and open nothing: the first of every network in this process is the same, and so on. */
const pairs: Omit<SigningKey, 'kid'>[] = []

/** A set of keys with one older key beside the one that signs, as Google has. */
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
    stranger: () => ({ ...make(), kid: currentKey().kid }),
    rotate: () => {
      former = currentKey()
      current = make()
    },
  }
}
