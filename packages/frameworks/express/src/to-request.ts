import { ConfigError } from '@social/core'
import {
  type BodyBounds,
  nodeHeaders,
  readNodeBody,
  type Reply,
  type RouteRequest,
} from '@social/core/routes'
import type { Request } from 'express'

const NO_BODY = new Uint8Array(0)

/**
 * The bytes of a request, as they were sent.
 *
 * @returns The answer when there are too many, or when they do not end; the rest is not read.
 * @throws ConfigError when a parser has read them before, and kept none.
 */
export function readBody(
  request: Request & { readonly rawBody?: unknown },
  bounds: BodyBounds,
): Uint8Array | Promise<Uint8Array | Reply> {
  // Some hosts read the body before Express does and keep the bytes, as may a parser's `verify`.
  const kept = request.rawBody ?? request.body
  // One that is too big is refused by the routes.
  if (kept instanceof Uint8Array) return kept
  if (!request.readableDidRead) return readNodeBody(request, bounds)
  if (request.headers['content-length'] === '0') return NO_BODY
  throw bodyWasRead()
}

/** Error for a body that was already read, with the required change. */
function bodyWasRead(): ConfigError {
  return new ConfigError(
    "A parser of this Express application read the body before @social/express could: signatures are over its exact bytes. Put app.use('/social', socialRoutes(…)) above express.json() and its like.",
  )
}

/** Turns a request of Express into the plain values of a route. */
export function toRequest(request: Request, body: Uint8Array): RouteRequest {
  const { url, method } = request
  const mark = url.indexOf('?')
  return {
    method,
    path: mark === -1 ? url : url.slice(0, mark),
    query: mark === -1 ? '' : url.slice(mark + 1),
    headers: nodeHeaders(request),
    body,
    native: request,
  }
}
