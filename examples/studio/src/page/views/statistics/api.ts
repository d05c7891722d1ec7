import type { StatisticsInfo, Range } from '../../../shared/statistics.js'
import { ask, path } from '../../request.js'

/** What the charts ask of the server. */
export const statisticsApi = {
  read: (range: Range) => ask<StatisticsInfo>('GET', path`/api/statistics?range=${range}`),
}
