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
 * Reads the exact bytes of a request body.
 *
 * @returns The bytes, or an error reply if the body is too large or incomplete. The rest of the
 * body is not read.
 * @throws ConfigError if a parser already read the body without keeping the bytes.
 */
export function readBody(
  request: Request & { readonly rawBody?: unknown },
  bounds: BodyBounds,
): Uint8Array | Promise<Uint8Array | Reply> {
  // Some hosting platforms read the body before Express and keep the bytes. The `verify` option of
  // a body parser can also keep the bytes.
  const kept = request.rawBody ?? request.body
  // The routes check the size of these bytes later.
  if (kept instanceof Uint8Array) return kept
  if (!request.readableDidRead) return readNodeBody(request, bounds)
  if (request.headers['content-length'] === '0') return NO_BODY
  throw bodyWasRead()
}

/**
 * Creates the error for a body that a parser already read. The message describes the required
 * change.
 */
function bodyWasRead(): ConfigError {
  return new ConfigError(
    "A parser of this Express application read the body before @social/express. Signatures need the exact bytes. Move app.use('/social', socialRoutes(…)) before express.json() and other parsers.",
  )
}

/** Converts an Express request to the plain values that a route handles. */
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
