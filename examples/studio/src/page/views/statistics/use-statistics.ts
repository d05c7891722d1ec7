import { useEffect, useRef, useState } from 'preact/hooks'

import type { StatisticsInfo, Range } from '../../../shared/statistics.js'
import { messageOf } from '../../request.js'
import { statisticsApi } from './api.js'

const AGAIN_MS = 10_000
const SOON_MS = 300

/** Loads the statistics of a range. Reloads them every few seconds and shortly after a change. */
export function useStatistics(
  range: Range,
  changed: unknown,
  notify: (text: string) => void,
): StatisticsInfo | null {
  const [statistics, setStatistics] = useState<StatisticsInfo | null>(null)
  const isFirst = useRef(true)
  useEffect(() => {
    let isCurrent = true
    const read = async () => {
      try {
        const found = await statisticsApi.read(range)
        if (isCurrent) setStatistics(found)
      } catch (error) {
        if (isCurrent) notify(messageOf(error))
      }
    }
    const soon = setTimeout(() => void read(), isFirst.current ? 0 : SOON_MS)
    isFirst.current = false
    const timer = setInterval(() => void read(), AGAIN_MS)
    return () => {
      isCurrent = false
      clearTimeout(soon)
      clearInterval(timer)
    }
  }, [range, changed, notify])
  return statistics
}
