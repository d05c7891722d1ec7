import { createHmac } from 'node:crypto'

import type { WebhookSecret } from '../contract/index.js'
import { ConfigError } from '../errors/index.js'
import { sameBytes } from './same-bytes.js'

/** How a digest is written in a header. */
export type DigestEncoding = 'hex' | 'base64' | 'base64url'

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
  const { secret, encoding = 'hex' } = options
  const received = encoding === 'hex' ? options.digest.toLowerCase() : options.digest
  let matches = false
  for (const text of secretTexts(secret)) {
    const hmac = createHmac('sha256', text)
    for (const part of parts) hmac.update(part)
    // No early exit: every secret costs the same, whichever one is right.
    if (sameBytes(received, hmac.digest(encoding))) matches = true
  }
  return matches
}
