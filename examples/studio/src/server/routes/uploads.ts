import { Readable } from 'node:stream'

import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'

import type { StudioParts } from '../parts.js'
import { BadRequest, Gone } from '../refusals.js'
import { idOf } from './read-request.js'

const MAX_BYTES = 2 ** 31
const TYPES: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.mp4': 'video/mp4',
  '.m4v': 'video/mp4',
  '.mov': 'video/quicktime',
  '.webm': 'video/webm',
}

/**
 * Adds the routes that receive and serve files. Uploaded bytes go directly to disk and are not
 * collected in memory.
 */
export function uploadsRoutes(app: FastifyInstance, { uploads }: StudioParts): void {
  app.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload))

  app.post('/api/uploads', { bodyLimit: MAX_BYTES }, async (request) => {
    const { name } = v.parse(v.object({ name: v.string() }), request.query)
    if (!(request.body instanceof Readable)) throw new BadRequest('Send the file as the request body.')
    const upload = await uploads.receive(name, request.body)
    if (upload === null) throw new BadRequest(`${name} is not a supported picture or video.`)
    return upload
  })

  app.get('/api/uploads/:id', (request, reply) => {
    const upload = uploads.find(idOf(request))
    if (upload === null) throw new Gone('This file no longer exists.')
    return reply
      .type(TYPES[upload.id.slice(upload.id.indexOf('.'))] ?? 'application/octet-stream')
      .header('cache-control', 'private, max-age=31536000, immutable')
      .header('x-content-type-options', 'nosniff')
      .send(uploads.read(upload))
  })
}
