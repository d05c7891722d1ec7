import type { Clock, PushHeaders, WebhookSecret } from '../contract/index.js'
import { ConfigError, SignatureError } from '../errors/index.js'
import { assertMethods, assertString } from '../models/values/assert-kind.js'
import { assertObject } from '../models/values/assert-object.js'
import { matchesHmacSha256, secretTexts } from './hmac.js'
import { sameBytes } from './same-bytes.js'

/** Every failed check throws this one error, so that nobody learns which check it was. */
function refused(): SignatureError {
  return new SignatureError(
    'The signature of the webhook request does not fit. Compare the secret with the one the network shows, and pass the exact bytes of the body.',
  )
}

/** The value of a header, whatever case its name was written in; null when it is missing. */
export function readHeader(headers: PushHeaders, name: string): string | null {
  assertObject(headers, 'readHeader: headers', '{ x-hub-signature-256 }')
  assertString(name, 'readHeader: name')
  const wanted = name.toLowerCase()
  const value = headers[wanted]
  if (typeof value === 'string') return value
  for (const key of Object.keys(headers)) if (key.toLowerCase() === wanted) return headers[key] ?? null
  return null
}

/**
 * Verifies the signature of a webhook request, a hex HMAC-SHA256 of its exact bytes: `X-Hub-Signature-256: sha256=…`
 * unless told otherwise.
 *
 * @param body - The bytes as they were received; never text that was parsed and written again.
 * @param headers - Names in any case.
 * @param options - One secret, or several that are all tried.
 * @throws SignatureError for a missing header, a wrong prefix and a wrong digest alike.
 * @throws ConfigError when the secret is missing, empty or a mapping.
 * @example
 * checkSignature: (body, headers, { secret }) => verifyHmacSha256(body, headers, { secret })
 */
export function verifyHmacSha256(
  body: Uint8Array,
  headers: PushHeaders,
  options: {
    readonly secret: WebhookSecret
    readonly headerName?: string | undefined
    readonly prefix?: string | undefined
  },
): void {
  assertObject(options, 'verifyHmacSha256: options', '{ secret }')
  const { secret, headerName = 'x-hub-signature-256', prefix = 'sha256=' } = options
  const header = readHeader(headers, headerName)
  const digest = header?.startsWith(prefix) ? header.slice(prefix.length) : ''
  if (!matchesHmacSha256([body], { secret, digest })) throw refused()
}

/**
 * Verifies a webhook request by a header that repeats the secret.
 *
 * @throws SignatureError when it does not.
 * @throws ConfigError when the secret is missing, empty or a mapping.
 */
export function verifySharedSecret(
  headers: PushHeaders,
  options: { readonly secret: WebhookSecret; readonly headerName: string },
): void {
  assertObject(options, 'verifySharedSecret: options', '{ secret, headerName }')
  const received = readHeader(headers, options.headerName) ?? ''
  let matches = false
  for (const text of secretTexts(options.secret)) if (sameBytes(received, text)) matches = true
  if (!matches) throw refused()
}

/**
 * Refuses what was sent too long ago, and what claims to come from the future: neither bound may be left out, or a
 * recorded request could be sent again for ever.
 *
 * @param sentAt - A moment, or Unix seconds, as the network sent it.
 * @param options - `allowedAgeSeconds` in either direction; 300 unless given.
 * @throws SignatureError also for what is no moment at all, because it came from outside.
 * @throws ConfigError when `allowedAgeSeconds` is not a positive number.
 */
export function checkNotTooOld(
  sentAt: Date | number,
  options: { readonly clock: Clock; readonly allowedAgeSeconds?: number | undefined },
): void {
  assertObject(options, 'checkNotTooOld: options', '{ clock }')
  const { clock, allowedAgeSeconds = 300 } = options
  assertMethods(clock, ['now'], 'checkNotTooOld: clock')
  if (!(allowedAgeSeconds > 0))
    throw new ConfigError('allowedAgeSeconds must be more than 0. It is how old a webhook request may be.')
  if (typeof sentAt !== 'number' && !(sentAt instanceof Date)) throw refused() // it came from outside
  const sentMilliseconds = sentAt instanceof Date ? sentAt.getTime() : sentAt * 1000
  const apart = Math.abs(clock.now().getTime() - sentMilliseconds)
  // Written so that NaN is refused too.
  if (!(apart <= allowedAgeSeconds * 1000)) throw refused()
}

/**
 * Answers the one-off setup check that Meta's networks ask: `hub.mode`, `hub.verify_token`, `hub.challenge`.
 *
 * @returns The challenge, to be sent back as plain text.
 * @throws SignatureError for anything but a `subscribe` with the right token and a challenge.
 * @throws ConfigError when the verify token is missing or empty.
 * @see https://developers.facebook.com/docs/graph-api/webhooks/getting-started#verification-requests
 */
export function answerHubChallenge(
  params: Readonly<Record<string, string>>,
  options: { readonly verifyToken: string },
): string {
  assertObject(params, 'answerHubChallenge: params', '{ hub.mode }')
  assertObject(options, 'answerHubChallenge: options', '{ verifyToken }')
  const [token = ''] = secretTexts(options.verifyToken)
  const matches = sameBytes(params['hub.verify_token'] ?? '', token)
  const challenge = params['hub.challenge'] ?? ''
  if (!matches || params['hub.mode'] !== 'subscribe' || challenge === '')
    throw new SignatureError(
      'The setup check does not fit. Compare the verify token with the one that was entered at the network.',
    )
  return challenge
}
