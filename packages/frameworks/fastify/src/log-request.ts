import type { FastifyRequest } from 'fastify'

/**
 * Logged fields of a request. Fastify's default serializer logs the same fields, but with the
 * whole URL.
 */
interface LoggedRequest {
  readonly method: string
  readonly url: string
  readonly host: string
  readonly remoteAddress: string
  readonly remotePort: number | undefined
}

/**
 * Returns the logged fields of a request without the query, because the query contains the code
 * and the state of a sign-in.
 */
export function logWithoutQuery(request: FastifyRequest): LoggedRequest {
  return describe(request, request.url.split('?', 1)[0] ?? '')
}

/**
 * Returns the logged fields of a request for a hosted file without the token in its URL. With the
 * token, a reader of the log could fetch the file.
 */
export function logWithoutToken(request: FastifyRequest): LoggedRequest {
  const path = request.url.split('?', 1)[0] ?? ''
  return describe(request, path.slice(0, path.lastIndexOf('/') + 1))
}

function describe({ method, host, ip, socket }: FastifyRequest, url: string): LoggedRequest {
  return { method, url, host, remoteAddress: ip, remotePort: socket.remotePort }
}
