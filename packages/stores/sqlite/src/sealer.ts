import { ConfigError } from '@social/core/platform'

import type { KeyRing } from './key-ring.js'

/** How everything is sealed: the key itself encrypts, with AES-256-GCM. https://www.rfc-editor.org/rfc/rfc7516 */
const SEAL = { alg: 'dir', enc: 'A256GCM' } as const

/** What stands in front of a sealed text. `for` binds it to its place: it cannot be moved to another row. */
interface SealHeader {
  readonly kid: string
  readonly for: string
}

/** JSON starts with a brace; a sealed text starts with a header in base64url, which never does. */
function isSealed(stored: string): boolean {
  return !stored.startsWith('{')
}

function headerOf(stored: string): Partial<SealHeader> {
  const [header = ''] = stored.split('.', 1)
  try {
    return JSON.parse(Buffer.from(header, 'base64url').toString()) as Partial<SealHeader> // every field is compared before it is used
  } catch {
    return {}
  }
}

/** Turns JSON into what is written into the file, and back. Without keys it changes nothing. */
export class Sealer {
  readonly #ring: KeyRing | null

  constructor(ring: KeyRing | null) {
    this.#ring = ring
  }

  /** Seals with the newest key. `place` names the row it is for. */
  async seal(json: string, place: string): Promise<string> {
    if (!this.#ring) return json
    const { CompactEncrypt } = await import('jose/jwe/compact/encrypt')
    const kid = this.#ring.newest
    return new CompactEncrypt(Buffer.from(json))
      .setProtectedHeader({ ...SEAL, kid, for: place })
      .encrypt(this.#key(kid, place))
  }

  /** @throws ConfigError when no key fits, or the text was changed or moved. */
  async unseal(stored: string, place: string): Promise<string> {
    if (!isSealed(stored)) return stored
    const key = this.#key(headerOf(stored).kid, place)
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

  /** As `unseal`, without doing it yet. @throws ConfigError when no key fits. */
  mustFit(stored: string, place: string): void {
    if (isSealed(stored)) this.#key(headerOf(stored).kid, place)
  }

  /** True for what is sealed with the newest key, and for what needs no seal. */
  isNewest(stored: string): boolean {
    return isSealed(stored) ? headerOf(stored).kid === this.#ring?.newest : this.#ring === null
  }

  #key(name: string | undefined, place: string): Uint8Array {
    const key = name === undefined ? null : this.#ring?.find(name)
    if (key) return key
    throw new ConfigError(
      this.#ring
        ? `${place} is sealed with the key "${name}", which is not among the keys given. Add the key it was sealed with to keys, after the newest.`
        : `${place} is sealed. Give sqliteStores the key it was sealed with.`,
    )
  }
}
