import { Readable } from 'node:stream'

import type { Reply } from '@social/core/routes'
import type { FastifyReply } from 'fastify'

/** Sends a route's reply through Fastify, so that Fastify's hooks and logs include the reply. */
export function sendReply(reply: Reply, fastifyReply: FastifyReply): FastifyReply {
  const { status, body, contentType, headers } = reply
  fastifyReply.code(status).headers(headers).header('content-type', contentType)
  const isHead = fastifyReply.request.method === 'HEAD'
  // Bytes in memory are sent directly, because Fastify can compute their length.
  if (body instanceof Uint8Array && !isHead) return fastifyReply.send(asText(body, contentType))
  fastifyReply.header('content-length', body.length)
  if (isHead || body instanceof Uint8Array) return fastifyReply.send()
  return fastifyReply.send(Readable.from(copies(body.open()), { objectMode: false }))
}

/**
 * Converts a text body, so that Fastify sends the text and the headers in one write. Fastify adds a charset to a
 * content type without a charset.
 */
function asText(body: Uint8Array, contentType: string): string | Uint8Array {
  if (!contentType.endsWith('charset=utf-8')) return body
  return Buffer.from(body.buffer, body.byteOffset, body.length).toString()
}

/**
 * Copies each chunk of a body. The source can reuse a chunk's buffer for the next chunk, but a
 * stream can buffer several chunks.
 */
async function* copies(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) yield Uint8Array.from(chunk)
}
