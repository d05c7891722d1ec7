import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto'

import type { WebhookSecret } from '../contract/index.js'
import { ConfigError } from '../errors/index.js'
import { assertList, assertString, assertTextOrBytes } from '../models/values/assert-kind.js'
import { assertObject } from '../models/values/assert-object.js'
import { sameBytes } from './same-bytes.js'

/** How a digest is written in a header. */
export type DigestEncoding = 'hex' | 'base64' | 'base64url'

/** Keys that are kept, one for each secret; all are forgotten when there are more. Our choice: far more than the webhooks of one program. */
const MAX_KEYS = 64
const keys = new Map<string, KeyObject>()

/** Digits of a SHA-256 digest in hexadecimal. */
const HEX_LETTERS = 64
/** Buffers that every comparison uses again: nothing is awaited between writing and comparing. */
const received = Buffer.alloc(HEX_LETTERS)
const wanted = Buffer.alloc(HEX_LETTERS)

/**
 * The secrets of a webhook as a list. An empty one would let anybody sign, so it is refused.
 *
 * @throws ConfigError when there is no secret, one is empty, or it is a mapping.
 */
export function secretTexts(secret: WebhookSecret): readonly string[] {
  const texts = typeof secret === 'string' ? [secret] : Array.isArray(secret) ? secret : null
  if (!texts?.length || texts.some((text) => typeof text !== 'string' || text === ''))
    throw new ConfigError(
      'A webhook secret is missing or empty. Pass the secret as text, or a list of texts that are all tried.',
    )
  return texts
}

/**
 * True when `digest` is the HMAC-SHA256 of the parts, one after another, under one of the secrets.
 *
 * @param parts - Exactly the bytes that were signed.
 * @param options - `digest` as it was received, without any prefix; `encoding` is `hex` unless given.
 * @throws ConfigError for a secret that is missing or empty.
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
    // No early exit: every secret costs the same, whichever one is right.
    if (encoding === 'hex' ? sameHex(digest, right) : sameBytes(digest, right)) matches = true
  }
  return matches
}

/** Making a key of a text costs a fifth of the whole check, and the text is the same each time. */
function keyOf(secret: string): KeyObject {
  let key = keys.get(secret)
  if (!key) {
    key = createSecretKey(secret, 'utf8')
    if (keys.size >= MAX_KEYS) keys.clear()
    keys.set(secret, key)
  }
  return key
}

/** Compares in constant time, without making a buffer for each digest. Letters that are not ASCII take more room. */
function sameHex(given: string, right: string): boolean {
  if (given.length !== HEX_LETTERS) return false
  if (received.write(given.toLowerCase()) !== HEX_LETTERS) return false
  wanted.write(right)
  return timingSafeEqual(received, wanted)
}
