import {
  type CanCheckSignature,
  checkNotTooOld,
  matchesHmacSha256,
  type PushHeaders,
  readHeader,
  SignatureError,
} from '@social/core/platform'

import type { Settings } from '../options.js'

/**
 * Header with the signature, `t=<Unix seconds>,s=<hex>`.
 * https://business-api.tiktok.com/portal/docs?id=1759978341579777 (copy of August 2026)
 */
const HEADER = 'tiktok-signature'

/** Reads time and digest from the signature header. A missing part is an empty string. */
function readSignature(headers: PushHeaders): { readonly time: string; readonly digest: string } {
  const parts = new Map(
    (readHeader(headers, HEADER) ?? '').split(',').map((part): [string, string] => {
      const at = part.indexOf('=')
      return at === -1 ? ['', ''] : [part.slice(0, at).trimStart(), part.slice(at + 1).trimEnd()]
    }),
  )
  return { time: parts.get('t') ?? '', digest: parts.get('s') ?? '' }
}

/**
 * Verifies the signature of a webhook request: HMAC-SHA256 of `<time>.<body>` with the app's
 * secret as the key.
 */
export function verifyingSignatures({ allowedAgeSeconds }: Settings): CanCheckSignature {
  return {
    checkSignature(body, headers, { secret, clock }) {
      const { time, digest } = readSignature(headers)
      const isProven = matchesHmacSha256([`${time}.`, body], { secret, digest })
      if (!isProven || !/^\d{1,12}$/.test(time))
        throw new SignatureError(
          'The signature of the webhook request is invalid. Compare the secret with that of the network, and pass the exact bytes of the body.',
        )
      checkNotTooOld(Number(time), { clock, allowedAgeSeconds })
    },
  }
}
