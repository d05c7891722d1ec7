import { GatheredBytes } from '../http/readers/gathered-bytes.js'
import { setAlarm, stopAlarm } from '../http/time/clock.js'
import type { BodySource } from '../http/types.js'
import { wrongArgument } from '../models/values/wrong-argument.js'
import type { BodyBounds } from './node/node-body.js'
import { BODY_TOO_BIG, BODY_TOO_SLOW, NOT_FOUND, type Reply } from './reply.js'
import type { RouteRequest } from './request.js'

const NO_BODY = new Uint8Array(0)

/** Routes, as far as `handleWeb` uses them. */
interface Answering extends BodyBounds {
  /** Path prefix of the routes. */
  readonly prefix: string
  answer(request: RouteRequest): Promise<Reply>
}

/** Answers a web-standard request. Errors of `routes.answer` are rethrown. */
export async function handleWeb(routes: Answering, request: Request): Promise<Response> {
  const url = typeof request?.url === 'string' ? URL.parse(request.url) : null
  if (url === null) throw wrongArgument('routes.handle', 'given a Request', request)
  const { pathname, search } = url
  const path = pathname.startsWith(routes.prefix) ? pathname.slice(routes.prefix.length) : ''
  if (!path.startsWith('/')) return toResponse(NOT_FOUND, request)
  const body = await readBody(request, routes)
  if (!(body instanceof Uint8Array)) return toResponse(body, request)
  const reply = await routes.answer({
    method: request.method,
    path,
    query: search.slice(1),
    headers: Object.fromEntries(request.headers),
    body,
    native: request,
  })
  return toResponse(reply, request)
}

async function readBody(request: Request, bounds: BodyBounds): Promise<Uint8Array | Reply> {
  const { maxBodyBytes, maxBodySeconds, client } = bounds
  if (request.body === null) return NO_BODY
  if (Number(request.headers.get('content-length') ?? 0) > maxBodyBytes) return BODY_TOO_BIG
  const reader = request.body.getReader()
  const slow = Promise.withResolvers<Reply>()
  const alarm = setAlarm(client.clock, maxBodySeconds, { ring: () => slow.resolve(BODY_TOO_SLOW) })
  try {
    // One race for the whole body: a race per chunk would add handlers to the other promise each time.
    return await Promise.race([readAll(reader, maxBodyBytes), slow.promise])
  } finally {
    stopAlarm(alarm)
    // Not cancelled: some servers then close the socket, and the response is lost.
    reader.releaseLock()
  }
}

/** @returns The error reply for a body over the limit. The rest of the body is not read. */
async function readAll(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  maxBodyBytes: number,
): Promise<Uint8Array | Reply> {
  const gathered = new GatheredBytes()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return gathered.whole()
    if (gathered.length + value.length > maxBodyBytes) return BODY_TOO_BIG
    gathered.add(value)
  }
}

function toResponse(reply: Reply, request: Request): Response {
  const { status, body, contentType } = reply
  const headers = new Headers(reply.headers)
  headers.set('content-type', contentType)
  headers.set('content-length', String(body.length))
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  if (!(body instanceof Uint8Array)) return new Response(streamOf(body), { status, headers })
  // A copy with its own buffer: replies of the same kind share their bytes.
  return new Response(new Uint8Array(body), { status, headers })
}

/** Copies each chunk: a chunk is only valid until the next one is requested, but a stream may buffer several. */
function streamOf(source: BodySource): ReadableStream<Uint8Array> {
  const chunks = source.open()[Symbol.asyncIterator]()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(new Uint8Array(value))
    },
    async cancel() {
      await chunks.return?.()
    },
  })
}
