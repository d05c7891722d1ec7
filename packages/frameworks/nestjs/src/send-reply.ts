import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'

import { type Reply, sendNode } from '@social/core/routes'

/** Methods of a Fastify reply that this module uses. */
export interface FastifyReply {
  readonly request: { readonly method: string }
  code(status: number): FastifyReply
  headers(headers: Readonly<Record<string, string>>): FastifyReply
  header(name: string, value: string | number): FastifyReply
  send(body?: unknown): FastifyReply
}

/**
 * Sends a route's reply with the platform's own methods, so that the platform's hooks and headers
 * apply.
 */
export function sendReply(reply: Reply, response: ServerResponse | FastifyReply): Promise<void> {
  if ('writeHead' in response) return sendExpress(reply, response)
  sendFastify(reply, response)
  return Promise.resolve()
}

/**
 * Sends the error reply for a refused body. The rest of the body is not read, so the connection
 * must close.
 */
export function sendRefusal(reply: Reply, response: ServerResponse | FastifyReply): Promise<void> {
  return sendReply({ ...reply, headers: { connection: 'close' } }, response)
}

function sendExpress(reply: Reply, response: ServerResponse): Promise<void> {
  if (reply.headers['set-cookie'] === undefined) return sendNode(reply, response)
  const { 'set-cookie': cookie, ...headers } = reply.headers
  // Appends the cookie, so that cookies of the application remain in the response.
  response.appendHeader('set-cookie', cookie)
  return sendNode({ ...reply, headers }, response)
}

function sendFastify({ status, body, contentType, headers }: Reply, response: FastifyReply): void {
  response.code(status).headers(headers).header('content-type', contentType)
  response.header('content-length', body.length)
  if (response.request.method === 'HEAD') response.send()
  else if (body instanceof Uint8Array) response.send(Buffer.from(body.buffer, body.byteOffset, body.length))
  else response.send(Readable.from(copies(body.open()), { objectMode: false }))
}

/**
 * Copies each chunk of a body. The source can reuse a chunk's buffer for the next chunk, but a
 * stream can buffer several chunks.
 */
async function* copies(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) yield Uint8Array.from(chunk)
}
