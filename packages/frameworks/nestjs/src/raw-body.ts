import type { IncomingMessage, ServerResponse } from 'node:http'

import { BadRequestException, type HttpServer } from '@nestjs/common'
import { type BodyBounds, readNodeBody, type Reply } from '@social/core/routes'

import { sendRefusal } from './send-reply.js'

/** Exact body bytes by request. The value is an error reply if the body could not be read. */
export type Bodies = WeakMap<IncomingMessage, Uint8Array | Reply>

interface Reading {
  /**
   * Returns true if the URL belongs to a route of this module. The module reads the bodies of
   * these routes.
   */
  readonly isOwn: (url: string) => boolean
  readonly bounds: BodyBounds
  readonly bodies: Bodies
}

interface ExpressRequest extends IncomingMessage {
  body?: unknown
}

/** Methods of a Fastify instance that this module uses. */
interface FastifyInstance {
  addHook(name: 'onRequest', hook: (request: { raw: IncomingMessage }) => Promise<void>): void
  hasContentTypeParser(type: string): boolean
  addContentTypeParser(type: string, parser: (request: { raw: IncomingMessage }) => Promise<unknown>): void
}

/**
 * Reads the bodies of the module's routes before the application's parsers, because webhook
 * signatures cover the exact bytes. Other routes are unchanged.
 */
export function readBodiesFirst(adapter: HttpServer, reading: Reading): void {
  if (adapter.getType() === 'fastify') readFirstInFastify(adapter.getInstance() as FastifyInstance, reading) // safe cast: the type of the adapter is `fastify`
  else
    adapter.use?.(async (request: ExpressRequest, response: ServerResponse, next: () => void) => {
      if (isToRead(request, reading) && !request.readableDidRead)
        request.body = await readBody(request, reading)
      // If the body was refused, the application's parsers must not run, because they would wait
      // for its unread rest.
      const read = reading.bodies.get(request)
      if (read && !(read instanceof Uint8Array)) return sendRefusal(read, response)
      next()
    })
}

/**
 * Reads the bodies in Fastify, which selects a parser by content type. Requests of the module
 * temporarily get a content type of their own.
 */
function readFirstInFastify(instance: FastifyInstance, reading: Reading): void {
  const types = new WeakMap<IncomingMessage, string | undefined>()
  const ownType = 'application/x-social-routes'
  const name = freeType(instance, ownType)
  instance.addHook('onRequest', async ({ raw }) => {
    const type = raw.headers['content-type']
    // A request without content type and body stays unchanged, because Fastify would refuse an
    // empty body with a known type.
    if (!isToRead(raw, reading) || (type === undefined && !hasBody(raw))) return
    types.set(raw, type)
    raw.headers['content-type'] = name
  })
  instance.addContentTypeParser(name, async ({ raw }) => {
    raw.headers['content-type'] = types.get(raw)
    // If a hosting platform already read the body, no more bytes arrive, so the body is not read
    // here. The router reports the error.
    return raw.readableDidRead ? undefined : readBody(raw, reading)
  })
}

/**
 * Returns a content type for which no parser exists. The type must be new because an application
 * can use the module several times.
 */
function freeType(instance: FastifyInstance, type: string): string {
  let free = type
  for (let number = 2; instance.hasContentTypeParser(free); number += 1) free = `${type}-${number}`
  return free
}

function isToRead(request: IncomingMessage, { isOwn, bodies }: Reading): boolean {
  return request.method === 'POST' && !bodies.has(request) && isOwn(request.url ?? '/')
}

/** Returns true if the headers announce a body. https://www.rfc-editor.org/rfc/rfc9112#section-6 */
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
