import { ConfigError } from '@social/core'
import { nodeHeaders, type RouteRequest } from '@social/core/routes'
import type { FastifyRequest } from 'fastify'

const NO_BODY = new Uint8Array(0)

/**
 * Creates the error for a body that a parser already read. The message describes the required
 * change.
 */
export function bodyWasRead(): ConfigError {
  return new ConfigError(
    'A hook or middleware of this Fastify application reads the body before @social/fastify. Signatures need the exact bytes. Do not use it in the scope in which socialRoutes is registered.',
  )
}

/**
 * Converts a Fastify request to the plain values that a route handles. `depth` is the number of
 * path segments in the plugin's prefix.
 */
export function toRequest(request: FastifyRequest, depth: number): RouteRequest {
  const { url, method, body } = request
  const mark = url.indexOf('?')
  return {
    method,
    path: pathBelow(mark === -1 ? url : url.slice(0, mark), depth),
    query: mark === -1 ? '' : url.slice(mark + 1),
    headers: nodeHeaders(request.raw),
    body: toBytes(body),
    native: request,
  }
}

/**
 * Removes the prefix from a path by its number of segments, because the prefix can contain
 * parameters.
 */
function pathBelow(path: string, depth: number): string {
  let start = 0
  for (let part = 0; part < depth; part += 1) start = path.indexOf('/', start + 1)
  return path.slice(start)
}

function toBytes(body: unknown): Uint8Array {
  if (body === undefined || body === null) return NO_BODY
  if (body instanceof Uint8Array) return body
  throw bodyWasRead()
}
