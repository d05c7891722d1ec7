import type { IncomingMessage, ServerResponse } from 'node:http'

import { BadRequestException, type HttpServer } from '@nestjs/common'
import { type BodyBounds, readNodeBody, type Reply } from '@social/core/routes'

import { sendRefusal } from './send-reply.js'

/** Exact bytes of the body of each request. */
export type Bodies = WeakMap<IncomingMessage, Uint8Array | Reply>

interface Reading {
  /** True if the URL belongs to a route of this module. The module reads the bodies of these routes. */
  readonly isOwn: (url: string) => boolean
  readonly bounds: BodyBounds
  readonly bodies: Bodies
}

interface ExpressRequest extends IncomingMessage {
  body?: unknown
}

/** Used methods of a Fastify instance. */
interface FastifyInstance {
  addHook(name: 'onRequest', hook: (request: { raw: IncomingMessage }) => Promise<void>): void
  hasContentTypeParser(type: string): boolean
  addContentTypeParser(type: string, parser: (request: { raw: IncomingMessage }) => Promise<unknown>): void
}

/**
 * Reads the bodies of the module's own routes before any parser of the application: signatures need the exact bytes. All
 * other routes are unchanged.
 */
export function readBodiesFirst(adapter: HttpServer, reading: Reading): void {
  if (adapter.getType() === 'fastify') readFirstInFastify(adapter.getInstance() as FastifyInstance, reading) // safe cast: the type of the adapter is `fastify`
  else
    adapter.use?.(async (request: ExpressRequest, response: ServerResponse, next: () => void) => {
      if (isToRead(request, reading) && !request.readableDidRead)
        request.body = await readBody(request, reading)
      // The parsers that follow would wait for the unread rest of the body.
      const read = reading.bodies.get(request)
      if (read && !(read instanceof Uint8Array)) return sendRefusal(read, response)
      next()
    })
}

/** Fastify selects a parser by content type. These requests temporarily get their own content type. */
function readFirstInFastify(instance: FastifyInstance, reading: Reading): void {
  const types = new WeakMap<IncomingMessage, string | undefined>()
  const ownType = 'application/x-social-routes'
  const name = freeType(instance, ownType)
  instance.addHook('onRequest', async ({ raw }) => {
    const type = raw.headers['content-type']
    // Fastify itself refuses an empty body of a known type.
    if (!isToRead(raw, reading) || (type === undefined && !hasBody(raw))) return
    types.set(raw, type)
    raw.headers['content-type'] = name
  })
  instance.addContentTypeParser(name, async ({ raw }) => {
    raw.headers['content-type'] = types.get(raw)
    // If a host has already read the body, the router reports the error. Waiting for more bytes would not end.
    return raw.readableDidRead ? undefined : readBody(raw, reading)
  })
}

/** Finds a content type without a parser, because an application may use the module several times. */
function freeType(instance: FastifyInstance, type: string): string {
  let free = type
  for (let number = 2; instance.hasContentTypeParser(free); number += 1) free = `${type}-${number}`
  return free
}

function isToRead(request: IncomingMessage, { isOwn, bodies }: Reading): boolean {
  return request.method === 'POST' && !bodies.has(request) && isOwn(request.url ?? '/')
}

/** https://www.rfc-editor.org/rfc/rfc9112#section-6 */
function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

async function readBody(request: IncomingMessage, { bounds, bodies }: Reading): Promise<Uint8Array> {
  const body = await readNodeBody(request, bounds).catch((error: unknown) => {
    if (request.complete) throw error
    throw new BadRequestException('The visitor disconnected during the request.')
  })
  bodies.set(request, body)
  return body instanceof Uint8Array ? body : new Uint8Array(0)
}
