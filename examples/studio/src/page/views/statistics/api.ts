import type { StatisticsInfo, Range } from '../../../shared/statistics.js'
import { ask, path } from '../../request.js'

/** Requests of the statistics view. */
export const statisticsApi = {
  read: (range: Range) => ask<StatisticsInfo>('GET', path`/api/statistics?range=${range}`),
}
