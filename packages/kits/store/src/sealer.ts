import { ConfigError } from '@social/core/store'

import type { KeyRing } from './key-ring.js'
import type { StoreNames } from './options.js'
import { unreadable } from './stored.js'

/** Every row is encrypted directly with the key, by AES-256-GCM. https://www.rfc-editor.org/rfc/rfc7516 */
const SEAL = { alg: 'dir', enc: 'A256GCM' } as const

/** Format of key names. A name in another format was not written by this library, so messages do not quote it. */
const KEY_NAME = /^[\w-]{12}$/

/** JSON starts with a brace. A sealed text starts with a header in base64url, so never with a brace. */
function isSealed(stored: string): boolean {
  return !stored.startsWith('{')
}

/** Name of the key that sealed a text. Null for a text without a valid seal. */
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

/** Converts JSON to the stored text and back. Without keys the text stays unchanged. */
export class Sealer {
  readonly #ring: KeyRing | null
  readonly #names: StoreNames
  readonly #acceptsUnsealed: () => boolean | Promise<boolean>

  /** @param acceptsUnsealed - Called for each text without a seal, if there are keys. */
  constructor(ring: KeyRing | null, names: StoreNames, acceptsUnsealed: () => boolean | Promise<boolean>) {
    this.#ring = ring
    this.#names = names
    this.#acceptsUnsealed = acceptsUnsealed
  }

  /** Seals with the newest key. `place` identifies the row, and binds the text to it: the text cannot be moved to another row. */
  async seal(json: string, place: string): Promise<string> {
    if (!this.#ring) return json
    const { CompactEncrypt } = await import('jose/jwe/compact/encrypt')
    const kid = this.#ring.newest
    return new CompactEncrypt(Buffer.from(json))
      .setProtectedHeader({ ...SEAL, kid, for: place })
      .encrypt(this.#key(kid, place))
  }

  /** @throws ConfigError if no key fits, the text was changed or moved, or a required seal is missing. */
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
   * Makes the checks of `unseal` that need no decryption.
   *
   * @param acceptsUnsealed - Called for a text without a seal, if there are keys.
   * @throws ConfigError if no key fits, or a required seal is missing.
   */
  mustFit(stored: string, place: string, acceptsUnsealed: () => boolean): void {
    if (this.#keyOf(stored, place) === null)
      this.#assertAccepted(this.#ring === null || acceptsUnsealed(), place)
  }

  /** True for a text that is sealed with a key missing here. A process with that key can read it. */
  lacksKeyOf(stored: string): boolean {
    const name = isSealed(stored) ? keyNameOf(stored) : null
    return name !== null && (this.#ring === null || this.#ring.find(name) === null)
  }

  /** True for a text sealed with the newest key, and for an unsealed text in a store without keys. */
  isNewest(stored: string): boolean {
    return isSealed(stored) ? keyNameOf(stored) === this.#ring?.newest : this.#ring === null
  }

  /** Finds the key of a sealed text. Returns null for a text without a seal. */
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
