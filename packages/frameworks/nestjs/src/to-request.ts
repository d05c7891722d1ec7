import type { IncomingMessage } from 'node:http'

import { ConfigError } from '@social/core'
import { nodeHeaders, type RouteRequest } from '@social/core/routes'

/**
 * Request of either platform. An Express request extends Node's request. A Fastify request
 * contains it in `raw`.
 */
export interface PlatformRequest {
  readonly method: string
  readonly url: string
  readonly raw?: IncomingMessage
  body?: unknown
  readonly rawBody?: unknown
}

const NO_BODY = new Uint8Array(0)

/** Returns the Node.js request of a platform request. */
export function rawOf(request: PlatformRequest): IncomingMessage {
  return request.raw ?? (request as unknown as IncomingMessage) // safe cast: Express extends Node's request
}

/**
 * Converts a Nest request to the plain values that a route handles. `path` is the path below the
 * prefix.
 */
export function toRequest(request: PlatformRequest, path: string, body: Uint8Array): RouteRequest {
  const raw = rawOf(request)
  const url = raw.url ?? ''
  const mark = url.indexOf('?')
  return {
    method: request.method,
    path,
    query: mark === -1 ? '' : url.slice(mark + 1),
    headers: nodeHeaders(raw),
    body,
    native: request,
  }
}

/**
 * Returns the body bytes of a request that another component read before the module.
 *
 * @throws ConfigError if the bytes were not kept.
 */
export function keptBody(request: PlatformRequest): Uint8Array {
  const raw: IncomingMessage & { readonly rawBody?: unknown } = rawOf(request)
  for (const kept of [request.rawBody, raw.rawBody, request.body]) if (kept instanceof Uint8Array) return kept
  if (!raw.readableDidRead || raw.headers['content-length'] === '0') return NO_BODY
  throw new ConfigError(
    'A server or middleware reads the body before @social/nestjs. Signatures need the exact bytes. Exclude the social routes from it, or make it keep the bytes as request.rawBody: NestFactory.create(AppModule, { rawBody: true }).',
  )
}
