import { ConfigError } from '@social/core/store'

import type { KeyRing } from './key-ring.js'
import type { StoreNames } from './options.js'
import { unreadable } from './stored.js'

/** How everything is sealed: the key itself encrypts, with AES-256-GCM. https://www.rfc-editor.org/rfc/rfc7516 */
const SEAL = { alg: 'dir', enc: 'A256GCM' } as const

/** What a key is called. Anything else in its place was not written here, and is not repeated in a message. */
const KEY_NAME = /^[\w-]{12}$/

/** JSON starts with a brace; a sealed text starts with a header in base64url, which never does. */
function isSealed(stored: string): boolean {
  return !stored.startsWith('{')
}

/** Name of the key a text is sealed with; null when it is no sealed text. */
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

/** Turns JSON into what is stored, and back. Without keys it changes nothing. */
export class Sealer {
  readonly #ring: KeyRing | null
  readonly #words: StoreNames
  readonly #believesUnsealed: () => boolean | Promise<boolean>

  /** @param believesUnsealed - Asked for each text without a seal when there are keys. */
  constructor(ring: KeyRing | null, words: StoreNames, believesUnsealed: () => boolean | Promise<boolean>) {
    this.#ring = ring
    this.#words = words
    this.#believesUnsealed = believesUnsealed
  }

  /** Seals with the newest key. `place` names the row it is for, and binds the text to it: it cannot be moved. */
  async seal(json: string, place: string): Promise<string> {
    if (!this.#ring) return json
    const { CompactEncrypt } = await import('jose/jwe/compact/encrypt')
    const kid = this.#ring.newest
    return new CompactEncrypt(Buffer.from(json))
      .setProtectedHeader({ ...SEAL, kid, for: place })
      .encrypt(this.#key(kid, place))
  }

  /** @throws ConfigError when no key fits, the text was changed or moved, or it has no seal and must have one. */
  async unseal(stored: string, place: string): Promise<string> {
    const key = this.#keyOf(stored, place)
    if (key === null) {
      this.#mustBelieve(this.#ring === null || (await this.#believesUnsealed()), place)
      return stored
    }
    const { compactDecrypt } = await import('jose/jwe/compact/decrypt')
    const { plaintext, protectedHeader } = await compactDecrypt(stored, key, {
      keyManagementAlgorithms: [SEAL.alg],
      contentEncryptionAlgorithms: [SEAL.enc],
    }).catch((cause: unknown) => {
      throw new ConfigError(`${place} cannot be unsealed: what is stored was changed since it was sealed.`, {
        cause,
      })
    })
    if (protectedHeader['for'] !== place)
      throw new ConfigError(`${place} cannot be unsealed: what is stored there was sealed for another place.`)
    return Buffer.from(plaintext).toString()
  }

  /**
   * As `unseal`, without doing it yet.
   *
   * @param believesUnsealed - Asked when the text has no seal and there are keys.
   * @throws ConfigError when no key fits, or there is no seal and must be one.
   */
  mustFit(stored: string, place: string, believesUnsealed: () => boolean): void {
    if (this.#keyOf(stored, place) === null)
      this.#mustBelieve(this.#ring === null || believesUnsealed(), place)
  }

  /** True for a text that is sealed with a key that is not given here: whoever has that key can read it. */
  lacksKeyOf(stored: string): boolean {
    const name = isSealed(stored) ? keyNameOf(stored) : null
    return name !== null && (this.#ring === null || this.#ring.find(name) === null)
  }

  /** True for what is sealed with the newest key, and for what needs no seal. */
  isNewest(stored: string): boolean {
    return isSealed(stored) ? keyNameOf(stored) === this.#ring?.newest : this.#ring === null
  }

  /** The key of a sealed text; null for one without a seal. */
  #keyOf(stored: string, place: string): Uint8Array | null {
    if (!isSealed(stored)) return null
    const name = keyNameOf(stored)
    if (name === null) throw unreadable(place, 'what is stored is neither sealed nor JSON')
    return this.#key(name, place)
  }

  #mustBelieve(isBelieved: boolean, place: string): void {
    if (isBelieved) return
    throw new ConfigError(
      `${place} is not sealed, and everything in this ${this.#words.whole} has to be: a process without the key wrote it, or somebody else. It is not used. Give every process the key, and delete that row.`,
    )
  }

  #key(name: string, place: string): Uint8Array {
    const key = this.#ring?.find(name)
    if (key) return key
    throw new ConfigError(
      this.#ring
        ? `${place} is sealed with the key "${name}", which is not among the keys given. Add the key it was sealed with to keys, after the newest.`
        : `${place} is sealed. Give ${this.#words.factory} the key it was sealed with.`,
    )
  }
}
