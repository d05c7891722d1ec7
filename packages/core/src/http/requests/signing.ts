import { ConfigError } from '../../errors/index.js'
import type { Connection } from '../../models/index.js'
import type { EngineParts, HttpBinding } from '../binding.js'
import type { OutgoingRequest, ReplyHead } from '../types.js'
import { lowerCased, type UnsignedRequest } from './outgoing-request.js'

/**
 * Checks that the platform allows the token of its connection at an origin.
 *
 * @throws ConfigError that names the refused host and how to send the request without the token.
 */
export function assertOwnOrigin(binding: HttpBinding, connection: Connection, origin: string): void {
  const { name } = binding.platform
  const origins = binding.platform.origins(connection)
  if (origins.includes(origin) || origins.some((one) => URL.parse(one)?.origin === origin)) return
  const host = URL.parse(origin)?.host ?? 'the host of the URL'
  throw new ConfigError(
    `${name} sends the account's token to ${origins.join(', ')} only, not to ${host}. Use a URL of the network, or pass auth: 'none'.`,
    { platform: name },
  )
}

/**
 * Adds the platform's authentication to one attempt. Headers that the caller set are not replaced.
 *
 * @param connection - Null if the attempt is not signed.
 */
export function signRequest(
  request: UnsignedRequest,
  connection: Connection | null,
  parts: EngineParts,
  binding: HttpBinding,
): OutgoingRequest | Promise<OutgoingRequest> {
  const { method, url, body, headers, ownHeaders } = request
  const { platform } = binding
  if (connection === null) return { method, url, body, headers: { ...headers, ...ownHeaders } }
  if (platform.sign !== undefined) return signByPlatform(request, connection, parts, binding)
  const auth = lowerCased(platform.authHeaders(connection))
  return { method, url, body, headers: { ...headers, ...auth, ...ownHeaders } }
}

/**
 * Signs with the platform's `sign`. A promise is returned only if `sign` returns one, because
 * awaiting a value would delay the request.
 */
function signByPlatform(
  request: UnsignedRequest,
  connection: Connection,
  parts: EngineParts,
  binding: HttpBinding,
): OutgoingRequest | Promise<OutgoingRequest> {
  const { method, url, body, origin, ownHeaders } = request
  const bare = { method, url, body, headers: { ...request.headers, ...ownHeaders } }
  const signed = binding.platform.sign?.(bare, {
    connection,
    app: () => binding.app(),
    nonce: parts.nonces.get(nonceKey(origin, connection)) ?? null,
    clock: parts.clock,
    random: parts.random,
  })
  if (signed === undefined) return bare
  const complete = (one: OutgoingRequest): OutgoingRequest => {
    if (one.url !== url) assertOwnOrigin(binding, connection, URL.parse(one.url)?.origin ?? '')
    return { ...one, headers: { ...lowerCased(one.headers), ...ownHeaders } }
  }
  return signed instanceof Promise ? signed.then(complete) : complete(signed)
}

/**
 * Stores the DPoP nonce of a response. The next attempt of the connection at the same origin uses
 * this nonce.
 */
export function noteNonce(
  parts: EngineParts,
  origin: string,
  connection: Connection,
  reply: ReplyHead,
): void {
  const nonce = reply.headers['dpop-nonce']
  if (nonce !== undefined) parts.nonces.set(nonceKey(origin, connection), nonce)
}

/**
 * Returns true if the server refused the request only because its DPoP nonce is missing or old
 * (RFC 9449, section 8).
 */
export function asksForNonce(reply: ReplyHead & { readonly body: unknown }): boolean {
  const { status, headers, body } = reply
  if ((status !== 400 && status !== 401) || headers['dpop-nonce'] === undefined) return false
  if (headers['www-authenticate']?.includes('use_dpop_nonce') === true) return true
  return typeof body === 'object' && body !== null && 'error' in body && body.error === 'use_dpop_nonce'
}

function nonceKey(origin: string, connection: Connection): string {
  return `${origin} ${connection.id}`
}
