import { createHash } from 'node:crypto'

const LETTERS = 'abcdefghijklmnopqrstuvwxyz234567'
const SORTED = '234567abcdefghijklmnopqrstuvwxyz'

/** Encodes bytes in base 32, in lower case and without padding. */
function base32(bytes: Uint8Array): string {
  let text = ''
  let bits = 0
  let value = 0
  for (const byte of bytes) {
    value = (value << 8) | byte
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += LETTERS[(value >>> bits) & 31] ?? ''
    }
    value &= (1 << bits) - 1
  }
  return bits === 0 ? text : text + (LETTERS[(value << (5 - bits)) & 31] ?? '')
}

const sha256 = (content: Uint8Array | string): Buffer => createHash('sha256').update(content).digest()

/** Creates a DID from a text. Equal texts give equal DIDs. */
export function makeDid(text: string): string {
  return `did:plc:${base32(sha256(text)).slice(0, 24)}`
}

/**
 * Creates the CID of a record. The CID has the real format, but hashes the JSON of the record
 * instead of its CBOR.
 */
export function recordCid(value: unknown): string {
  return `b${base32(Buffer.concat([Buffer.of(1, 0x71, 0x12, 0x20), sha256(JSON.stringify(value))]))}`
}

/** Creates the CID of a file from the file's SHA-256. */
export function blobCid(sha256Hex: string): string {
  return `b${base32(Buffer.concat([Buffer.of(1, 0x55, 0x12, 0x20), Buffer.from(sha256Hex, 'hex')]))}`
}

/**
 * Generates TIDs in ascending order for record keys and revisions. https://atproto.com/specs/tid
 * (read 2026-11-21)
 */
export class Tids {
  #last = 0n

  next(now: Date): string {
    const micros = BigInt(now.getTime()) * 1000n
    this.#last = micros > this.#last ? micros : this.#last + 1n
    let bits = this.#last << 10n
    let tid = ''
    for (let place = 0; place < 13; place += 1) {
      tid = (SORTED[Number(bits & 31n)] ?? '') + tid
      bits >>= 5n
    }
    return tid
  }
}

/** Returns true if the key is a valid TID. */
export const isTid = (key: string): boolean => /^[2-7a-j][2-7a-z]{12}$/.test(key)
