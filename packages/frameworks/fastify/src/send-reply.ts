import { Readable } from 'node:stream'

import type { Reply } from '@social/core/routes'
import type { FastifyReply } from 'fastify'

/** Sends a route's reply through Fastify, so that its hooks and logs see it. */
export function sendReply(reply: Reply, fastifyReply: FastifyReply): FastifyReply {
  const { status, body, contentType, headers } = reply
  fastifyReply.code(status).headers(headers).header('content-type', contentType)
  fastifyReply.header('content-length', body.length)
  if (fastifyReply.request.method === 'HEAD') return fastifyReply.send()
  // Everything but media is UTF-8; as text it leaves together with the headers, in one write.
  if (body instanceof Uint8Array)
    return fastifyReply.send(Buffer.from(body.buffer, body.byteOffset, body.length).toString())
  return fastifyReply.send(Readable.from(copies(body.open()), { objectMode: false }))
}

/** A chunk of a source is only valid until the next one is asked for, but a stream may hold several. */
async function* copies(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) yield Uint8Array.from(chunk)
}
