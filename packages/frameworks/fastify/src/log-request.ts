import type { FastifyRequest } from 'fastify'

/** What Fastify's log says of a request; its own serializer writes the same fields, and the whole address. */
interface LoggedRequest {
  readonly method: string
  readonly url: string
  readonly host: string
  readonly remoteAddress: string
  readonly remotePort: number | undefined
}

/** A request without its query, in which the code and the state of a sign-in stand. */
export function logWithoutQuery(request: FastifyRequest): LoggedRequest {
  return describe(request, request.url.split('?', 1)[0] ?? '')
}

/** A request for a hosted file without its token: whoever reads the log could fetch the file with it. */
export function logWithoutToken(request: FastifyRequest): LoggedRequest {
  const path = request.url.split('?', 1)[0] ?? ''
  return describe(request, path.slice(0, path.lastIndexOf('/') + 1))
}

function describe({ method, host, ip, socket }: FastifyRequest, url: string): LoggedRequest {
  return { method, url, host, remoteAddress: ip, remotePort: socket.remotePort }
}
