import { ConfigError } from '@social/core/store'

import type { KeyRing } from './key-ring.js'
import type { StoreNames } from './options.js'
import { unreadable } from './stored.js'

/**
 * Encrypts every row directly with the key, by AES-256-GCM. https://www.rfc-editor.org/rfc/rfc7516
 */
const SEAL = { alg: 'dir', enc: 'A256GCM' } as const

/** Matches key names of this library. Error messages do not contain a name in any other format. */
const KEY_NAME = /^[\w-]{12}$/

/**
 * Returns true for a sealed text. A sealed text starts with a base64url header, and unsealed JSON
 * starts with a brace.
 */
function isSealed(stored: string): boolean {
  return !stored.startsWith('{')
}

/** Returns the name of the key that sealed a text. Returns null if the text is not sealed. */
function keyNameOf(stored: string): string | null {
  const [encoded = ''] = stored.split('.', 1)
  try {
    const header: unknown = JSON.parse(Buffer.from(encoded, 'base64url').toString())
    const name = typeof header === 'object' && header !== null && 'kid' in header ? header.kid : null
    return typeof name === 'string' && KEY_NAME.test(name) ? name : null
  } catch {
    return null
  }
}

/**
 * Converts JSON to the stored text and back. Without keys, the stored text is the unchanged JSON.
 */
export class Sealer {
  readonly #ring: KeyRing | null
  readonly #names: StoreNames
  readonly #acceptsUnsealed: () => boolean | Promise<boolean>

  /**
   * @param acceptsUnsealed - Decides whether a text without a seal may be read. Only called if
   * there are keys.
   */
  constructor(ring: KeyRing | null, names: StoreNames, acceptsUnsealed: () => boolean | Promise<boolean>) {
    this.#ring = ring
    this.#names = names
    this.#acceptsUnsealed = acceptsUnsealed
  }

  /**
   * Seals a text with the newest key. `place` is the name of the row. A sealed text cannot be read
   * in a row with another name.
   */
  async seal(json: string, place: string): Promise<string> {
    if (!this.#ring) return json
    const { CompactEncrypt } = await import('jose/jwe/compact/encrypt')
    const kid = this.#ring.newest
    return new CompactEncrypt(Buffer.from(json))
      .setProtectedHeader({ ...SEAL, kid, for: place })
      .encrypt(this.#key(kid, place))
  }

  /**
   * Returns the JSON of a stored text.
   *
   * @throws ConfigError if no key matches, if the text was changed or moved to another row, or if
   * a required seal is missing.
   */
  async unseal(stored: string, place: string): Promise<string> {
    const key = this.#keyOf(stored, place)
    if (key === null) {
      this.#assertAccepted(this.#ring === null || (await this.#acceptsUnsealed()), place)
      return stored
    }
    const { compactDecrypt } = await import('jose/jwe/compact/decrypt')
    const { plaintext, protectedHeader } = await compactDecrypt(stored, key, {
      keyManagementAlgorithms: [SEAL.alg],
      contentEncryptionAlgorithms: [SEAL.enc],
    }).catch((cause: unknown) => {
      throw new ConfigError(`${place} cannot be unsealed: the stored text was changed after it was sealed.`, {
        cause,
      })
    })
    if (protectedHeader['for'] !== place)
      throw new ConfigError(`${place} cannot be unsealed: the stored text was sealed for another place.`)
    return Buffer.from(plaintext).toString()
  }

  /**
   * Makes the same checks as `unseal`, except those that require decryption.
   *
   * @param acceptsUnsealed - Decides whether a text without a seal may be read. Only called if
   * there are keys.
   * @throws ConfigError if no key matches, or if a required seal is missing.
   */
  mustFit(stored: string, place: string, acceptsUnsealed: () => boolean): void {
    if (this.#keyOf(stored, place) === null)
      this.#assertAccepted(this.#ring === null || acceptsUnsealed(), place)
  }

  /**
   * Returns true for a text that is sealed with a key which this process does not have. Another
   * process may have the key.
   */
  lacksKeyOf(stored: string): boolean {
    const name = isSealed(stored) ? keyNameOf(stored) : null
    return name !== null && (this.#ring === null || this.#ring.find(name) === null)
  }

  /**
   * Returns true if a text needs no resealing: it is sealed with the newest key, or unsealed in a
   * store without keys.
   */
  isNewest(stored: string): boolean {
    return isSealed(stored) ? keyNameOf(stored) === this.#ring?.newest : this.#ring === null
  }

  /** Finds the key of a sealed text. Returns null if the text is not sealed. */
  #keyOf(stored: string, place: string): Uint8Array | null {
    if (!isSealed(stored)) return null
    const name = keyNameOf(stored)
    if (name === null) throw unreadable(place, 'the stored text is neither sealed nor JSON')
    return this.#key(name, place)
  }

  #assertAccepted(isAccepted: boolean, place: string): void {
    if (isAccepted) return
    throw new ConfigError(
      `${place} is not sealed, but every row of this ${this.#names.whole} must be: a process without the key wrote it, or an attacker. The row is ignored. Give every process the key, and delete the row.`,
    )
  }

  #key(name: string, place: string): Uint8Array {
    const key = this.#ring?.find(name)
    if (key) return key
    throw new ConfigError(
      this.#ring
        ? `${place} is sealed with the key "${name}", which is not in keys. Add the key that sealed it to keys, after the newest.`
        : `${place} is sealed. Pass the key that sealed it to ${this.#names.factory}.`,
    )
  }
}
