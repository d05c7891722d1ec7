import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'

import type { WorkersInfo } from '../../shared/workers.js'
import type { StudioParts } from '../parts.js'
import { BadRequest } from '../refusals.js'

const place = v.object({ place: v.pipe(v.string(), v.toNumber(), v.integer()) })

/** Adds the routes that show the workers and their queue. */
export function workersRoutes(app: FastifyInstance, { many }: StudioParts): void {
  /** Returns null if the studio publishes in its own process. */
  app.get('/api/workers', async (): Promise<WorkersInfo | null> => (many === null ? null : many.describe()))

  app.post('/api/workers/:place/kill', (request) => {
    if (many === null) throw new BadRequest('This studio has no workers. Start it without WORKERS=none.')
    many.kill(v.parse(place, request.params).place)
    return null
  })
}
