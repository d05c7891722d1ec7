import { createHmac, timingSafeEqual } from 'node:crypto'

import type { WebhookSecret } from '../contract/index.js'
import { ConfigError } from '../errors/index.js'

/** How a digest is written in a header. */
export type DigestEncoding = 'hex' | 'base64' | 'base64url'

const DIGEST_BYTES = 32
const DIGEST_LETTERS: Readonly<Record<DigestEncoding, number>> = { hex: 64, base64: 44, base64url: 43 }

/**
 * The texts among which the right secret is. An empty one would let anybody sign, so it is refused.
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
    readonly encoding?: DigestEncoding
  },
): boolean {
  const { secret, encoding = 'hex', digest } = options
  const received = Buffer.from(digest, encoding)
  // Decoding stops at, or skips, what is not of the encoding; as long as a digest, none of it was.
  const isWhole = received.length === DIGEST_BYTES && digest.length === DIGEST_LETTERS[encoding]
  let matches = false
  for (const text of secretTexts(secret)) {
    const hmac = createHmac('sha256', text)
    for (const part of parts) hmac.update(part)
    // No early exit: every secret costs the same, whichever one is right.
    if (isWhole && timingSafeEqual(received, hmac.digest())) matches = true
  }
  return matches
}
