import {
  checkNotTooOld,
  type Clock,
  matchesHmacSha256,
  parseJson,
  type RawData,
  SignatureError,
  type WebhookSecret,
} from '@social/core/platform'
import * as v from 'valibot'

/**
 * Maximum length of a signed request in characters. Real requests have about 250 characters. Our
 * choice.
 */
const LONGEST = 4_096
/**
 * Maximum age of a signed request in seconds: 36 hours, for which Meta retries its other webhooks.
 * Older requests are refused as replays.
 */
const ALLOWED_AGE_SECONDS = 129_600

const payload = v.looseObject({
  algorithm: v.literal('HMAC-SHA256'),
  issued_at: v.pipe(v.number(), v.integer(), v.minValue(1)),
  expires: v.fallback(v.nullish(v.number()), null),
  user_id: v.union([v.pipe(v.string(), v.regex(/^\d{1,32}$/)), v.pipe(v.number(), v.transform(String))]),
})

/** Person and time of a verified signed request. */
export interface SignedRequest {
  /** Id of the person for this app. */
  readonly userId: string
  readonly issuedAt: Date
  readonly raw: RawData
}

const refused = (): SignatureError => new SignatureError('The signature of the signed request is not valid.')

function readPayload(encoded: string): v.InferOutput<typeof payload> {
  try {
    return v.parse(payload, parseJson(Buffer.from(encoded, 'base64url').toString()))
  } catch {
    throw refused()
  }
}

/** Removes the padding of base64 text, because the network usually omits the padding. */
function withoutPadding(text: string): string {
  let end = text.length
  while (end > 0 && text[end - 1] === '=') end -= 1
  return text.slice(0, end)
}

/**
 * Verifies and reads a `signed_request`: `<base64url HMAC-SHA256>.<base64url JSON>`. The signature
 * is made with the app secret, and covers the second part as text.
 * https://developers.facebook.com/docs/development/create-an-app/app-dashboard/data-deletion-callback
 *
 * @throws SignatureError for a wrong signature, an expired or old request, and an unreadable
 * value.
 * @throws ConfigError for a missing or empty secret.
 */
export function readSignedRequest(
  text: string,
  { secret, clock }: { readonly secret: WebhookSecret; readonly clock: Clock },
): SignedRequest {
  if (text.length > LONGEST) throw refused()
  const dot = text.indexOf('.')
  const digest = withoutPadding(dot === -1 ? '' : text.slice(0, dot))
  const encoded = dot === -1 ? '' : text.slice(dot + 1)
  if (!matchesHmacSha256([encoded], { secret, digest, encoding: 'base64url' })) throw refused()
  const read = readPayload(encoded)
  checkNotTooOld(read.issued_at, { clock, allowedAgeSeconds: ALLOWED_AGE_SECONDS })
  if (read.expires && read.expires * 1000 < clock.now().getTime()) throw refused()
  return { userId: read.user_id, issuedAt: new Date(read.issued_at * 1000), raw: read }
}
