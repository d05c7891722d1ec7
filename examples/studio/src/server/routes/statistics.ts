import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'

import type { StatisticsInfo, Range } from '../../shared/statistics.js'
import { RANGES } from '../../shared/statistics.js'
import type { StudioParts } from '../parts.js'
import { describeStatistics } from '../statistics/statistics.js'
import { readBody } from './read-request.js'

const names = Object.keys(RANGES) as Range[] // safe cast: Object.keys returns the keys of `RANGES`
const query = v.object({ range: v.optional(v.picklist(names), 'now') })
const delayBody = v.object({ accountId: v.string(), millis: v.pipe(v.number(), v.minValue(0)) })

/** Adds the routes that return statistics, and that store delays measured by a page. */
export function statisticsRoutes(app: FastifyInstance, parts: StudioParts): void {
  app.get('/api/statistics', (request): Promise<StatisticsInfo> =>
    describeStatistics(parts, v.parse(query, request.query).range),
  )

  app.post('/api/statistics/delays', (request) => {
    const { accountId, millis } = readBody(delayBody, request)
    parts.measures.write('DELAY', accountId, millis)
    return null
  })
}
