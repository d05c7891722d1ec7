import { ConfigError } from '../../errors/index.js'
import type { Connection } from '../../models/index.js'
import type { EngineParts, HttpBinding } from '../binding.js'
import type { OutgoingRequest, ReplyHead } from '../types.js'
import { lowerCased, type UnsignedRequest } from './outgoing-request.js'

/**
 * Refuses to send the token of a connection to an origin that its platform does not list.
 *
 * @throws ConfigError with the host and the alternative.
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
 * Adds the authentication of the platform to one attempt. Headers of the caller take precedence.
 *
 * @param connection - Null = the attempt is not signed.
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

/** Returns a promise only if the platform does: a plain token costs no turn of the event loop. */
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

/** Stores the DPoP nonce of a response for the next attempt of the connection at the origin. */
export function noteNonce(
  parts: EngineParts,
  origin: string,
  connection: Connection,
  reply: ReplyHead,
): void {
  const nonce = reply.headers['dpop-nonce']
  if (nonce !== undefined) parts.nonces.set(nonceKey(origin, connection), nonce)
}

/** True if a response only requires the latest DPoP nonce (RFC 9449, section 8). */
export function asksForNonce(reply: ReplyHead & { readonly body: unknown }): boolean {
  const { status, headers, body } = reply
  if ((status !== 400 && status !== 401) || headers['dpop-nonce'] === undefined) return false
  if (headers['www-authenticate']?.includes('use_dpop_nonce') === true) return true
  return typeof body === 'object' && body !== null && 'error' in body && body.error === 'use_dpop_nonce'
}

function nonceKey(origin: string, connection: Connection): string {
  return `${origin} ${connection.id}`
}
