import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto'

import type { WebhookSecret } from '../contract/index.js'
import { ConfigError } from '../errors/index.js'
import { assertList, assertString, assertTextOrBytes } from '../models/values/assert-kind.js'
import { assertObject } from '../models/values/assert-object.js'
import { sameBytes } from './same-bytes.js'

/** Encoding of the digest in a header. */
export type DigestEncoding = 'hex' | 'base64' | 'base64url'

/**
 * Maximum number of cached keys, one for each secret. When the cache is full, it is cleared. Our choice: far more
 * than the number of webhooks in one program.
 */
const MAX_KEYS = 64
const keys = new Map<string, KeyObject>()

/** Length of a SHA-256 digest in hexadecimal digits. */
const HEX_LENGTH = 64
/** Buffers that all comparisons share. This is safe, because nothing is awaited between writing and comparing. */
const received = Buffer.alloc(HEX_LENGTH)
const wanted = Buffer.alloc(HEX_LENGTH)

/**
 * Returns the secrets of a webhook as a list. Empty secrets are refused, because any sender could sign with them.
 *
 * @throws ConfigError if there is no secret, if a secret is empty, or if the secret is an object.
 */
export function secretTexts(secret: WebhookSecret): readonly string[] {
  const texts = typeof secret === 'string' ? [secret] : Array.isArray(secret) ? secret : null
  if (!texts?.length || texts.some((text) => typeof text !== 'string' || text === ''))
    throw new ConfigError(
      'A webhook secret is missing or empty. Pass the secret as a string, or several secrets as a list of strings.',
    )
  return texts
}

/**
 * Returns true if `digest` is the HMAC-SHA256 of the concatenated parts, computed with one of the secrets.
 *
 * @param parts - The exact bytes that were signed.
 * @param options - `digest` as received, without any prefix. Default of `encoding`: `hex`.
 * @throws ConfigError for a missing or empty secret.
 */
export function matchesHmacSha256(
  parts: readonly (string | Uint8Array)[],
  options: {
    readonly secret: WebhookSecret
    readonly digest: string
    readonly encoding?: DigestEncoding | undefined
  },
): boolean {
  assertList(parts, 'matchesHmacSha256: parts')
  assertObject(options, 'matchesHmacSha256: options', '{ secret, digest }')
  const { secret, encoding = 'hex', digest } = options
  assertString(digest, 'matchesHmacSha256: digest')
  for (const part of parts) assertTextOrBytes(part, 'matchesHmacSha256: a part')
  let matches = false
  for (const text of secretTexts(secret)) {
    const hmac = createHmac('sha256', keyOf(text))
    for (const part of parts) hmac.update(part)
    const right = hmac.digest(encoding)
    // The loop checks all secrets, so that the time does not reveal which secret matches.
    if (encoding === 'hex' ? sameHex(digest, right) : sameBytes(digest, right)) matches = true
  }
  return matches
}

/** Returns the key of a secret from a cache. Creating the key takes a fifth of the time of a check. */
function keyOf(secret: string): KeyObject {
  let key = keys.get(secret)
  if (!key) {
    key = createSecretKey(secret, 'utf8')
    if (keys.size >= MAX_KEYS) keys.clear()
    keys.set(secret, key)
  }
  return key
}

/**
 * Compares in constant time, and allocates no buffer for a digest. A digest with non-ASCII characters does not
 * match, because they take more bytes.
 */
function sameHex(given: string, right: string): boolean {
  if (given.length !== HEX_LENGTH) return false
  if (received.write(given.toLowerCase()) !== HEX_LENGTH) return false
  wanted.write(right)
  return timingSafeEqual(received, wanted)
}
