import type { Clock, PushHeaders, WebhookSecret } from '../contract/index.js'
import { ConfigError, SignatureError } from '../errors/index.js'
import { assertMethods, assertString } from '../models/values/assert-kind.js'
import { assertObject } from '../models/values/assert-object.js'
import { matchesHmacSha256, secretTexts } from './hmac.js'
import { sameBytes } from './same-bytes.js'

/**
 * Makes the error of every failed check. All checks throw the same error, so that a sender cannot find out which
 * check failed.
 */
function refused(): SignatureError {
  return new SignatureError(
    'The signature of the webhook request is invalid. Compare the secret with the one that the network shows, and pass the exact bytes of the body.',
  )
}

/**
 * Returns the value of a header. Upper and lower case of its name are equal. Returns null if the header is missing.
 */
export function readHeader(headers: PushHeaders, name: string): string | null {
  assertObject(headers, 'readHeader: headers', '{ x-hub-signature-256 }')
  assertString(name, 'readHeader: name')
  const lowerCase = name.toLowerCase()
  const value = headers[lowerCase]
  if (typeof value === 'string') return value
  for (const key of Object.keys(headers)) if (key.toLowerCase() === lowerCase) return headers[key] ?? null
  return null
}

/**
 * Verifies the signature of a webhook request, which is a hexadecimal HMAC-SHA256 of its exact bytes. Default
 * header: `X-Hub-Signature-256: sha256=…`.
 *
 * @param body - The bytes as received, never parsed and serialized again.
 * @param headers - Header names in any case.
 * @param options - One secret, or several secrets that are all tried.
 * @throws SignatureError for a missing header, a wrong prefix or a wrong digest.
 * @throws ConfigError if the secret is missing, empty or an object.
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
 * Verifies a webhook request by a header that contains the secret itself.
 *
 * @throws SignatureError if the header does not match.
 * @throws ConfigError if the secret is missing, empty or an object.
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
 * Throws for a request whose time is too far in the past or in the future. Both limits are required, because
 * otherwise a recorded request could be sent again at any time.
 *
 * @param sentAt - The time sent by the network: a `Date`, or Unix seconds.
 * @param options - `allowedAgeSeconds` in either direction. Default: 300.
 * @throws SignatureError also for an invalid time, because the time comes from the request.
 * @throws ConfigError unless `allowedAgeSeconds` is a positive number.
 */
export function checkNotTooOld(
  sentAt: Date | number,
  options: { readonly clock: Clock; readonly allowedAgeSeconds?: number | undefined },
): void {
  assertObject(options, 'checkNotTooOld: options', '{ clock }')
  const { clock, allowedAgeSeconds = 300 } = options
  assertMethods(clock, ['now'], 'checkNotTooOld: clock')
  if (!(allowedAgeSeconds > 0))
    throw new ConfigError('allowedAgeSeconds must be above 0. It is the maximum age of a webhook request.')
  if (typeof sentAt !== 'number' && !(sentAt instanceof Date)) throw refused() // the time comes from the request, so any value is possible
  const sentMilliseconds = sentAt instanceof Date ? sentAt.getTime() : sentAt * 1000
  const apart = Math.abs(clock.now().getTime() - sentMilliseconds)
  // Written with a negation, because this form also refuses NaN.
  if (!(apart <= allowedAgeSeconds * 1000)) throw refused()
}

/**
 * Answers the setup check with which Meta's networks verify a webhook URL once: `hub.mode`, `hub.verify_token`,
 * `hub.challenge`.
 *
 * @returns The challenge, to be returned as plain text.
 * @throws SignatureError unless the mode is `subscribe`, the token is right and there is a challenge.
 * @throws ConfigError if the verify token is missing or empty.
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
      'The setup check was refused. Compare the verify token with the one that was entered at the network.',
    )
  return challenge
}
