import { GatheredBytes } from '../http/readers/gathered-bytes.js'
import { setAlarm, stopAlarm } from '../http/time/clock.js'
import type { BodySource } from '../http/types.js'
import { wrongArgument } from '../models/values/wrong-argument.js'
import type { BodyBounds } from './node/node-body.js'
import { BODY_TOO_BIG, BODY_TOO_SLOW, NOT_FOUND, type Reply } from './reply.js'
import type { RouteRequest } from './request.js'

const NO_BODY = new Uint8Array(0)

/** The members of `Routes` that `handleWeb` uses. */
interface Answering extends BodyBounds {
  /** Path prefix of the routes. */
  readonly prefix: string
  answer(request: RouteRequest): Promise<Reply>
}

/** Answers a web-standard request. Rethrows errors of `routes.answer`. */
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
    // One race for the whole body. A race for each chunk would add handlers to `slow.promise` each time.
    return await Promise.race([readAll(reader, maxBodyBytes), slow.promise])
  } finally {
    stopAlarm(alarm)
    // The body is not cancelled, because some servers then close the socket, and the response is lost.
    reader.releaseLock()
  }
}

/**
 * Reads the whole body.
 * @returns The error reply for a body over the limit. The rest of the body is then not read.
 */
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
  // The bytes are copied, because several replies share one buffer.
  return new Response(new Uint8Array(body), { status, headers })
}

/**
 * Makes a stream of a body. Each chunk is copied, because it is valid only until the next chunk is requested, but a
 * stream may buffer several chunks.
 */
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
