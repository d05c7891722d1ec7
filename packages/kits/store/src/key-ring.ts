import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

import { ConfigError } from '@social/core/store'

/** Secret key of 32 bytes, as bytes or as hex or base64 text. */
export type SealingKey = string | Uint8Array

/** Length of a sealing key in bytes, as AES-256 requires. */
const KEY_BYTES = 32
const HEX = /^[0-9a-f]{64}$/i
const BASE64 = /^[A-Za-z0-9+/_-]{43}=?$/
const RECIPE = `node -e "console.log(require('node:crypto').randomBytes(32).toString('base64url'))"`

function bytesOf(key: SealingKey): Uint8Array {
  if (key instanceof Uint8Array && key.length === KEY_BYTES) return Uint8Array.from(key)
  if (typeof key === 'string' && HEX.test(key)) return Uint8Array.from(Buffer.from(key, 'hex'))
  if (typeof key === 'string' && BASE64.test(key)) return Uint8Array.from(Buffer.from(key, 'base64'))
  throw new ConfigError(
    `A sealing key must be 32 random bytes, or their hex or base64 text. A password is not a key. Generate one with: ${RECIPE}`,
  )
}

/**
 * Returns the name of a key, which each sealed row contains. The name is the same in every store,
 * and does not reveal the key.
 */
function nameOf(bytes: Uint8Array): string {
  return createHash('sha256').update('social-sqlite key name').update(bytes).digest('base64url').slice(0, 12)
}

/** Sealing keys of a store. Rows contain the names of keys, never the keys. */
export class KeyRing {
  /** Name of the key with which new rows are sealed. */
  readonly newest: string
  readonly #keys = new Map<string, Uint8Array>()

  /** @throws ConfigError for an empty list or an invalid key. */
  constructor(keys: readonly SealingKey[]) {
    for (const key of keys) {
      const bytes = bytesOf(key)
      this.#keys.set(nameOf(bytes), bytes)
    }
    const [newest] = this.#keys.keys()
    if (newest === undefined) throw new ConfigError('keys is empty. List at least one key, the newest first.')
    this.newest = newest
  }

  /**
   * Returns a message authentication code (MAC) of a text, made with the named key.
   *
   * @throws ConfigError if the store has no key with this name.
   */
  sign(name: string, text: string): string {
    const key = this.#keys.get(name)
    if (!key) throw new ConfigError(`The key "${name}" is not in keys. Add it.`)
    return createHmac('sha256', key).update(text).digest('base64url')
  }

  /**
   * Returns true if `proof` is the result of `sign` for the same text. Returns false if the store
   * has no key with this name.
   */
  isSigned(name: string, text: string, proof: string): boolean {
    if (!this.#keys.has(name)) return false
    const [expected, given] = [Buffer.from(this.sign(name, text)), Buffer.from(proof)]
    return expected.length === given.length && timingSafeEqual(expected, given)
  }

  /** Finds a key by its name. Returns null if the store has no key with this name. */
  find(name: string): Uint8Array | null {
    return this.#keys.get(name) ?? null
  }
}
