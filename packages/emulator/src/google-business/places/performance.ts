import type { Visit } from '../../framework/router.js'
import type { Json } from '../records.js'
import { checkParams, requireCaller, requireLocation } from '../sign-in/access.js'
import type { GoogleState } from '../state.js'
import { badField } from '../wire/refusals.js'

const SERVICE = 'businessprofileperformance'
const DAY = 86_400_000
/** Number of days until the statistics of a day are available. */
const LAG_DAYS = 3
/** Maximum age of statistics in days. */
const MAX_DAYS = 550

/**
 * Daily metrics of a location.
 * https://developers.google.com/my-business/reference/performance/rest/v1/DailyMetric (copy of
 * 2026)
 */
export const METRICS: readonly string[] = [
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
]

const PARAMS = ['startDate', 'endDate'].flatMap((end) =>
  ['year', 'month', 'day'].map((part) => `dailyRange.${end}.${part}`),
)

function readDay(params: URLSearchParams, name: 'startDate' | 'endDate'): number {
  const [year = Number.NaN, month = Number.NaN, day = Number.NaN] = ['year', 'month', 'day'].map((part) =>
    Number(params.get(`dailyRange.${name}.${part}`) ?? Number.NaN),
  )
  const moment = new Date(Date.UTC(year, month - 1, day))
  if (moment.getUTCFullYear() !== year || moment.getUTCMonth() !== month - 1 || moment.getUTCDate() !== day)
    throw badField(`daily_range.${name}`, 'Invalid date.')
  return moment.getTime()
}

function readRange(state: GoogleState, params: URLSearchParams): readonly number[] {
  const [start, end] = [readDay(params, 'startDate'), readDay(params, 'endDate')]
  const now = state.clock.now().getTime()
  if (end < start) throw badField('daily_range', 'The end is before the start.')
  if (start < now - MAX_DAYS * DAY) throw badField('daily_range', 'The start is too long ago.')
  const last = Math.min(end, now - LAG_DAYS * DAY)
  return Array.from(
    { length: Math.max(0, Math.floor((last - start) / DAY) + 1) },
    (_, at) => start + at * DAY,
  )
}

/**
 * Returns the value of a metric for one day in Google's JSON format. Numbers are strings, and zero
 * is omitted.
 */
function datedValue(value: number, moment: number): Json {
  const day = new Date(moment)
  const date = { year: day.getUTCFullYear(), month: day.getUTCMonth() + 1, day: day.getUTCDate() }
  return { date, ...(value !== 0 && { value: String(value) }) }
}

function seriesOf(state: GoogleState, location: string, metric: string, days: readonly number[]): Json {
  const datedValues = days.map((moment) => {
    const day = new Date(moment).toISOString().slice(0, 10)
    return datedValue(state.numbers.get(`${location} ${metric} ${day}`) ?? 0, moment)
  })
  return datedValues.length === 0 ? {} : { datedValues }
}

function requireMetric(metric: string): string {
  if (!METRICS.includes(metric)) throw badField('daily_metric', `Invalid metric: ${metric.slice(0, 60)}`)
  return metric
}

/**
 * GET /v1/locations/{location}:fetchMultiDailyMetricsTimeSeries: returns several metrics by day.
 */
export function readManySeries(state: GoogleState, visit: Visit): Response {
  const token = requireCaller(state, visit, SERVICE)
  checkParams(visit, ['dailyMetrics', ...PARAMS])
  const { id } = requireLocation(state, token, visit.params['location'] ?? '')
  const params = visit.url.searchParams
  const metrics = params.getAll('dailyMetrics').map(requireMetric)
  if (metrics.length === 0) throw badField('daily_metrics', 'At least one metric is required.')
  const days = readRange(state, params)
  const dailyMetricTimeSeries = metrics.map((dailyMetric) => ({
    dailyMetric,
    timeSeries: seriesOf(state, id, dailyMetric, days),
  }))
  return Response.json({ multiDailyMetricTimeSeries: [{ dailyMetricTimeSeries }] })
}

/** GET /v1/locations/{location}:getDailyMetricsTimeSeries: returns one metric by day. */
export function readSeries(state: GoogleState, visit: Visit): Response {
  const token = requireCaller(state, visit, SERVICE)
  checkParams(visit, ['dailyMetric', ...PARAMS])
  const { id } = requireLocation(state, token, visit.params['location'] ?? '')
  const params = visit.url.searchParams
  const metric = requireMetric(params.get('dailyMetric') ?? '')
  return Response.json({ timeSeries: seriesOf(state, id, metric, readRange(state, params)) })
}
