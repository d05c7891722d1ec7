import { Readable } from 'node:stream'

import type { Reply } from '@social/core/routes'
import type { FastifyReply } from 'fastify'

/** Sends a route's reply through Fastify, so that its hooks and logs include it. */
export function sendReply(reply: Reply, fastifyReply: FastifyReply): FastifyReply {
  const { status, body, contentType, headers } = reply
  fastifyReply.code(status).headers(headers).header('content-type', contentType)
  const isHead = fastifyReply.request.method === 'HEAD'
  // Fastify computes the length of bytes in memory.
  if (body instanceof Uint8Array && !isHead) return fastifyReply.send(asText(body, contentType))
  fastifyReply.header('content-length', body.length)
  if (isHead || body instanceof Uint8Array) return fastifyReply.send()
  return fastifyReply.send(Readable.from(copies(body.open()), { objectMode: false }))
}

/**
 * Text is sent together with the headers, in one write. Without a charset Fastify would add one to the content type.
 */
function asText(body: Uint8Array, contentType: string): string | Uint8Array {
  if (!contentType.endsWith('charset=utf-8')) return body
  return Buffer.from(body.buffer, body.byteOffset, body.length).toString()
}

/** Copies chunks: each is only valid until the next one is requested, but a stream can hold several. */
async function* copies(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) yield Uint8Array.from(chunk)
}
