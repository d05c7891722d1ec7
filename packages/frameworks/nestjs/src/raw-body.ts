import type { IncomingMessage, ServerResponse } from 'node:http'

import { BadRequestException, type HttpServer } from '@nestjs/common'
import { type BodyBounds, readNodeBody, type Reply } from '@social/core/routes'

import { sendRefusal } from './send-reply.js'

/** The bytes of requests, as they were sent. */
export type Bodies = WeakMap<IncomingMessage, Uint8Array | Reply>

interface Reading {
  /** Whether a request is one to read, by its address. */
  readonly isOwn: (url: string) => boolean
  readonly bounds: BodyBounds
  readonly bodies: Bodies
}

interface ExpressRequest extends IncomingMessage {
  body?: unknown
}

/** What is used of Fastify here. */
interface FastifyInstance {
  addHook(name: 'onRequest', hook: (request: { raw: IncomingMessage }) => Promise<void>): void
  hasContentTypeParser(type: string): boolean
  addContentTypeParser(type: string, parser: (request: { raw: IncomingMessage }) => Promise<unknown>): void
}

/**
 * Reads the bodies of the module's own routes before any parser of the application does: signatures are over the exact
 * bytes. All other routes are as they were.
 */
export function readBodiesFirst(adapter: HttpServer, reading: Reading): void {
  if (adapter.getType() === 'fastify') readFirstInFastify(adapter.getInstance() as FastifyInstance, reading) // its adapter's type says so
  else
    adapter.use?.(async (request: ExpressRequest, response: ServerResponse, next: () => void) => {
      if (isToRead(request, reading) && !request.readableDidRead)
        request.body = await readBody(request, reading)
      // The parsers that follow would wait for the rest, which nobody reads.
      const read = reading.bodies.get(request)
      if (read && !(read instanceof Uint8Array)) return sendRefusal(read, response)
      next()
    })
}

/** Fastify chooses the parser by the type of the body; in the meantime ours have a type of their own. */
function readFirstInFastify(instance: FastifyInstance, reading: Reading): void {
  const types = new WeakMap<IncomingMessage, string | undefined>()
  const ownType = 'application/x-social-routes'
  const name = freeType(instance, ownType)
  instance.addHook('onRequest', async ({ raw }) => {
    const type = raw.headers['content-type']
    // Fastify refuses an empty body of a known type itself.
    if (!isToRead(raw, reading) || (type === undefined && !hasBody(raw))) return
    types.set(raw, type)
    raw.headers['content-type'] = name
  })
  instance.addContentTypeParser(name, async ({ raw }) => {
    raw.headers['content-type'] = types.get(raw)
    // When a host has read it already, the router says what to do; there is nothing to wait for.
    return raw.readableDidRead ? undefined : readBody(raw, reading)
  })
}

/** The module may be there several times. */
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
    throw new BadRequestException('The visitor went away in the middle of the request.')
  })
  bodies.set(request, body)
  return body instanceof Uint8Array ? body : new Uint8Array(0)
}
