import type { StatisticsInfo, Range } from '../../../shared/statistics.js'
import { ask, path } from '../../request.js'

export const statisticsApi = {
  read: (range: Range) => ask<StatisticsInfo>('GET', path`/api/statistics?range=${range}`),
}
