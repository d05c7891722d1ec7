import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'

import * as v from 'valibot'

/** Access granted by a token: one file until an expiry time. */
export interface MediaGrant {
  /** Absolute path. */
  readonly path: string
  readonly size: number
  readonly contentType: string
  /** Expiry time in Unix seconds. */
  readonly expiresAt: number
  /** True for a file written by the host, which deletes it on release. */
  readonly isOurs: boolean
}

/**
 * Number of bytes of a nonce; the tag has `TAG_BYTES`. https://csrc.nist.gov/pubs/sp/800/38/d/final (sections 5.2
 * and 8.2)
 */
export const NONCE_BYTES = 12
const TAG_BYTES = 16
const KEY_BYTES = 32
const ALGORITHM = 'aes-256-gcm'

/** Maximum token length in characters: a path has at most 4,096 bytes on Linux. */
const MAX_TOKEN_LENGTH = 16_384

const grantSchema = v.strictTuple([v.literal(2), v.string(), v.number(), v.string(), v.number(), v.boolean()])

/**
 * Derives the encryption key of tokens. The label makes this key different from keys of other uses of the same
 * secret in the application.
 */
export function tokenKey(secret: Uint8Array): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', 'social media token', KEY_BYTES))
}

/**
 * Encrypts a grant. The path in the token cannot be read or changed.
 *
 * @param nonce - 12 random bytes, never used before with this key.
 */
export function writeToken(grant: MediaGrant, key: Uint8Array, nonce: Uint8Array): string {
  const { path, size, contentType, expiresAt, isOurs } = grant
  const cipher = createCipheriv(ALGORITHM, key, nonce)
  const written = cipher.update(JSON.stringify([2, path, size, contentType, expiresAt, isOurs]))
  return Buffer.concat([nonce, written, cipher.final(), cipher.getAuthTag()]).toString('base64url')
}

/** Decrypts a token. Returns null if the token was made with another key. Does not check the expiry time. */
export function readToken(token: string, key: Uint8Array): MediaGrant | null {
  if (token.length > MAX_TOKEN_LENGTH) return null
  const bytes = Buffer.from(token, 'base64url')
  // Each grant has one valid token: another encoding of the same bytes would bypass the list of released tokens.
  if (bytes.length <= NONCE_BYTES + TAG_BYTES || bytes.toString('base64url') !== token) return null
  const text = decrypt(bytes, key)
  if (text === null) return null
  const [, path, size, contentType, expiresAt, isOurs] = v.parse(grantSchema, JSON.parse(text)) // `writeToken` wrote these values.
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
    return null // The only possible error is a wrong tag.
  }
}
