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
 * The exact bytes of a request.
 *
 * @returns A response if the body is too large or does not end. The rest is not read.
 * @throws ConfigError if a parser has read the body before without keeping the bytes.
 */
export function readBody(
  request: Request & { readonly rawBody?: unknown },
  bounds: BodyBounds,
): Uint8Array | Promise<Uint8Array | Reply> {
  // Some hosts read the body before Express and keep the bytes. The `verify` option of a parser can also keep them.
  const kept = request.rawBody ?? request.body
  // The routes refuse a body that is too large.
  if (kept instanceof Uint8Array) return kept
  if (!request.readableDidRead) return readNodeBody(request, bounds)
  if (request.headers['content-length'] === '0') return NO_BODY
  throw bodyWasRead()
}

/** Makes the error for a body that was already read. The message contains the required change. */
function bodyWasRead(): ConfigError {
  return new ConfigError(
    "A parser of this Express application read the body before @social/express. Signatures need the exact bytes. Move app.use('/social', socialRoutes(…)) before express.json() and other parsers.",
  )
}

/** Converts a request of Express into the plain values of a route. */
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
