import { generateKeyPairSync, type KeyObject } from 'node:crypto'

import type { Seed } from '../../framework/seed.js'

/** A key pair for the tokens of pushes. */
export interface SigningKey {
  readonly kid: string
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
}

/**
 * Key pairs for the tokens of pushes. A pair is created on first use, because the creation is
 * slow. The pairs are random, unlike all other values, which the seed determines.
 */
export interface Keys {
  /** Returns the key that signs now. */
  current(): SigningKey
  /** Returns the published keys. The first key is the one that signs now. */
  published(): readonly SigningKey[]
  /** Returns a new key that is never published. Its `kid` is that of the key that signs now. */
  unpublished(): SigningKey
  /** Replaces the key that signs. The replaced key remains published until the next rotation. */
  rotate(): void
}

/**
 * Key pairs of this process. All emulated networks share the pairs, because their creation is slow
 * and they protect no data.
 */
const pairs: Omit<SigningKey, 'kid'>[] = []

/**
 * Creates the key store. Like Google, it publishes two keys: the one that signs and an older one.
 */
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
