import type { FastifyRequest } from 'fastify'

/** Logged fields of a request. Fastify's own serializer logs the same fields with the whole URL. */
interface LoggedRequest {
  readonly method: string
  readonly url: string
  readonly host: string
  readonly remoteAddress: string
  readonly remotePort: number | undefined
}

/** Logs a request without its query, because the query contains the code and the state of a sign-in. */
export function logWithoutQuery(request: FastifyRequest): LoggedRequest {
  return describe(request, request.url.split('?', 1)[0] ?? '')
}

/**
 * Logs a request for a hosted file without the token in its URL. A reader of the log could fetch the file with that
 * token.
 */
export function logWithoutToken(request: FastifyRequest): LoggedRequest {
  const path = request.url.split('?', 1)[0] ?? ''
  return describe(request, path.slice(0, path.lastIndexOf('/') + 1))
}

function describe({ method, host, ip, socket }: FastifyRequest, url: string): LoggedRequest {
  return { method, url, host, remoteAddress: ip, remotePort: socket.remotePort }
}
