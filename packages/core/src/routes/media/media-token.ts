import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'

import * as v from 'valibot'

/** The access that a token grants: one file until an expiry time. */
export interface MediaGrant {
  /** Absolute path of the file. */
  readonly path: string
  readonly size: number
  readonly contentType: string
  /** Expiry time in Unix seconds. */
  readonly expiresAt: number
  /** True if the media host wrote the file. The media host then deletes the file on release. */
  readonly isOurs: boolean
}

/**
 * Number of bytes of a nonce. The authentication tag has `TAG_BYTES` bytes.
 * https://csrc.nist.gov/pubs/sp/800/38/d/final (sections 5.2 and 8.2)
 */
export const NONCE_BYTES = 12
const TAG_BYTES = 16
const KEY_BYTES = 32
const ALGORITHM = 'aes-256-gcm'

/** Maximum length of a token in characters. A token contains a path, which has at most 4,096 bytes on Linux. */
const MAX_TOKEN_LENGTH = 16_384

const grantSchema = v.strictTuple([v.literal(2), v.string(), v.number(), v.string(), v.number(), v.boolean()])

/**
 * Derives the key that encrypts tokens. The label in the derivation gives a different key than other uses of the
 * application's secret.
 */
export function tokenKey(secret: Uint8Array): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', 'social media token', KEY_BYTES))
}

/**
 * Encrypts a grant. Without the key the path in the token cannot be read or changed.
 *
 * @param nonce - 12 random bytes, never used before with this key.
 */
export function writeToken(grant: MediaGrant, key: Uint8Array, nonce: Uint8Array): string {
  const { path, size, contentType, expiresAt, isOurs } = grant
  const cipher = createCipheriv(ALGORITHM, key, nonce)
  const written = cipher.update(JSON.stringify([2, path, size, contentType, expiresAt, isOurs]))
  return Buffer.concat([nonce, written, cipher.final(), cipher.getAuthTag()]).toString('base64url')
}

/** Decrypts a token. Returns null if another key encrypted the token. The caller must check the expiry time. */
export function readToken(token: string, key: Uint8Array): MediaGrant | null {
  if (token.length > MAX_TOKEN_LENGTH) return null
  const bytes = Buffer.from(token, 'base64url')
  // The text must be the only encoding of its bytes. Otherwise another encoding would bypass the list of released
  // tokens.
  if (bytes.length <= NONCE_BYTES + TAG_BYTES || bytes.toString('base64url') !== token) return null
  const text = decrypt(bytes, key)
  if (text === null) return null
  const [, path, size, contentType, expiresAt, isOurs] = v.parse(grantSchema, JSON.parse(text)) // the tag proves that `writeToken` wrote these values
  return { path, size, contentType, expiresAt, isOurs }
}

function decrypt(bytes: Buffer, key: Uint8Array): string | null {
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  })
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
  const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES))
  try {
    return Buffer.concat([text, decipher.final()]).toString()
  } catch {
    return null // the only possible error is a wrong authentication tag
  }
}
