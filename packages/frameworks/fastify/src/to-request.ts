import { ConfigError } from '@social/core'
import { nodeHeaders, type RouteRequest } from '@social/core/routes'
import type { FastifyRequest } from 'fastify'

const NO_BODY = new Uint8Array(0)

/** Error for a body that was already read, with the required change. */
export function bodyWasRead(): ConfigError {
  return new ConfigError(
    'Something in this Fastify application reads the body before @social/fastify can: signatures are over its exact bytes. Keep such hooks and middleware away from the scope socialRoutes is registered in.',
  )
}

/** Turns a request of Fastify into the plain values of a route. `depth` is how many parts its prefix has. */
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

/** A prefix may have parameters in it, so its parts are counted, not compared. */
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
