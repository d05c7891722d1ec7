import { type Call, ConfigError, assertWork, refuseUnknownNames } from '@social/core/platform'
import * as v from 'valibot'

import { ADDRESSES, shortNameOf } from '../addresses.js'
import { PERFORMANCE_COST } from '../limits.js'

/**
 * Daily metrics that Google offers for a listing.
 * https://developers.google.com/my-business/reference/performance/rest/v1/locations/fetchMultiDailyMetricsTimeSeries
 * (copy of 2026)
 */
const METRICS = [
  'BUSINESS_IMPRESSIONS_DESKTOP_MAPS',
  'BUSINESS_IMPRESSIONS_DESKTOP_SEARCH',
  'BUSINESS_IMPRESSIONS_MOBILE_MAPS',
  'BUSINESS_IMPRESSIONS_MOBILE_SEARCH',
  'BUSINESS_CONVERSATIONS',
  'BUSINESS_DIRECTION_REQUESTS',
  'CALL_CLICKS',
  'WEBSITE_CLICKS',
  'BUSINESS_BOOKINGS',
  'BUSINESS_FOOD_ORDERS',
  'BUSINESS_FOOD_MENU_CLICKS',
] as const

/** Name of a metric that the library can request. */
export type DailyMetric = (typeof METRICS)[number]

/** Requested metrics and requested time span. */
export interface PerformanceRange {
  readonly metrics: readonly DailyMetric[]
  /** First day of the time span, such as `2026-11-01`. The first and the last day are included. */
  readonly from: string
  readonly to: string
  /** Base URL of the service. Default: the base URL of `googleBusiness({ addresses })`. */
  readonly address?: string | undefined
}

/** Value of one metric on one day. */
export interface DailyNumber {
  readonly metric: string
  /** Date as `2026-11-01`. */
  readonly day: string
  /**
   * Value of the metric, or zero if Google omits the value. Values lag two or three days, so a
   * zero for these days is not final.
   */
  readonly value: number
}

const dateValue = v.object({ year: v.number(), month: v.number(), day: v.number() })
const performanceReply = v.object({
  multiDailyMetricTimeSeries: v.fallback(
    v.array(
      v.object({
        dailyMetricTimeSeries: v.fallback(
          v.array(
            v.object({
              dailyMetric: v.string(),
              timeSeries: v.object({
                datedValues: v.fallback(
                  v.array(
                    v.object({ date: dateValue, value: v.fallback(v.nullish(v.string(), null), null) }),
                  ),
                  [],
                ),
              }),
            }),
          ),
          [],
        ),
      }),
    ),
    [],
  ),
})

function partsOf(day: string, name: 'from' | 'to'): readonly [number, number, number] {
  const found = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day)
  const [year = 0, month = 0, date = 0] = (found ?? []).slice(1).map(Number)
  const moment = new Date(Date.UTC(year, month - 1, date))
  if (found && moment.getUTCMonth() === month - 1 && moment.getUTCDate() === date) return [year, month, date]
  throw new ConfigError(`readPerformance: ${name} must be a day such as 2026-11-01.`, {
    platform: 'google_business',
  })
}

const two = (value: number): string => String(value).padStart(2, '0')

/**
 * Reads daily metrics of the listing: `account.run((call) => readPerformance(range, call))`.
 * Google has no metrics of posts.
 *
 * @throws ConfigError for an unknown metric or an invalid day.
 */
export async function readPerformance(range: PerformanceRange, call: Call): Promise<readonly DailyNumber[]> {
  assertWork('readPerformance', call)
  refuseUnknownNames(range, ['metrics', 'from', 'to', 'address'], 'readPerformance')
  const { metrics, from, to, address = call.addresses?.['performance'] ?? ADDRESSES.performance } = range
  const isKnown = (metric: DailyMetric): boolean => METRICS.includes(metric)
  if (!Array.isArray(metrics) || metrics.length === 0 || !metrics.every(isKnown))
    throw new ConfigError(`readPerformance takes these metrics: ${METRICS.join(', ')}.`, {
      platform: 'google_business',
    })
  const [startYear, startMonth, startDay] = partsOf(from, 'from')
  const [endYear, endMonth, endDay] = partsOf(to, 'to')
  const url = `${address}/${shortNameOf(call.connection)}:fetchMultiDailyMetricsTimeSeries`
  const reply = await call.http.get(url, performanceReply, {
    query: {
      dailyMetrics: metrics,
      'dailyRange.startDate.year': startYear,
      'dailyRange.startDate.month': startMonth,
      'dailyRange.startDate.day': startDay,
      'dailyRange.endDate.year': endYear,
      'dailyRange.endDate.month': endMonth,
      'dailyRange.endDate.day': endDay,
    },
    cost: PERFORMANCE_COST,
  })
  return reply.multiDailyMetricTimeSeries.flatMap(({ dailyMetricTimeSeries }) =>
    dailyMetricTimeSeries.flatMap(({ dailyMetric: metric, timeSeries }) =>
      timeSeries.datedValues.map(({ date, value }) => ({
        metric,
        day: `${date.year}-${two(date.month)}-${two(date.day)}`,
        value: Number(value ?? 0),
      })),
    ),
  )
}
