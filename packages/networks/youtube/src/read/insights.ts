import {
  type Call,
  type DailyValue,
  type InsightName,
  type Insights,
  type InsightsQuery,
  makeInsights,
  NotSupportedError,
} from '@social/core/platform'

import type { Addresses } from '../addresses.js'
import { SCOPES } from '../errors/index.js'
import { because } from '../messages.js'
import { type ReportReply, reportReply } from '../schemas.js'
import { assertScope } from '../sign-in/index.js'

const DAY_MS = 86_400_000
/** Length of the period in days if the application gives none. Our choice. */
const DEFAULT_DAYS = 30
/** Scope for activity and revenue, which also allows this report. */
const MONETARY_SCOPE = 'https://www.googleapis.com/auth/yt-analytics-monetary.readonly'

/** A statistic, and the factor from YouTube's unit to the unit of the library. */
interface Metric {
  readonly name: InsightName
  readonly factor?: number
}

/**
 * Statistics of a video and of the channel, by YouTube's names. YouTube reports minutes and percent.
 * https://developers.google.com/youtube/analytics/metrics (read 2026-11-24)
 */
const METRICS: Readonly<Record<string, Metric>> = {
  views: { name: 'VIEWS' },
  likes: { name: 'LIKES' },
  comments: { name: 'COMMENTS' },
  shares: { name: 'SHARES' },
  estimatedMinutesWatched: { name: 'WATCH_SECONDS', factor: 60 },
  averageViewDuration: { name: 'AVERAGE_WATCH_SECONDS' },
  averageViewPercentage: { name: 'AVERAGE_WATCHED_PART', factor: 0.01 },
  subscribersGained: { name: 'OTHER' },
  subscribersLost: { name: 'OTHER' },
}

/**
 * YouTube's days start at midnight Pacific time.
 * https://developers.google.com/youtube/reporting/v1/reports/dimensions (read 2026-11-24)
 */
const DAY = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'America/Los_Angeles',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})

/** @throws NotSupportedError for a period that ends before it starts. */
function toPeriod({ since, until }: InsightsQuery, now: Date) {
  const end = until ?? now
  const start = since ?? new Date(end.getTime() - DEFAULT_DAYS * DAY_MS)
  if (start <= end) return { startDate: DAY.format(start), endDate: DAY.format(end) }
  throw new NotSupportedError({
    platform: 'youtube',
    what: 'a period that ends before it starts',
    suggestion: 'Pass until after since.',
    ...because('PERIOD_INVALID'),
  })
}

/** A row of a table, by the names of its columns. */
type Row = ReadonlyMap<string, unknown>

function toRows({ columnHeaders, rows }: ReportReply): readonly Row[] {
  const names = (columnHeaders ?? []).map(({ name }) => name)
  return (rows ?? []).map((row) => new Map(names.map((name, at) => [name, row[at]])))
}

/** Returns a statistic of a row in the unit of the library. Null if the row has none. */
function valueOf(row: Row | undefined, networkName: string, { factor = 1 }: Metric): number | null {
  const value = row?.get(networkName)
  return typeof value === 'number' && Number.isFinite(value) ? value * factor : null
}

function toDays(rows: readonly Row[], networkName: string, metric: Metric): readonly DailyValue[] {
  return rows.flatMap((row) => {
    const date = row.get('day')
    if (typeof date !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(date)) return []
    return [{ date, value: valueOf(row, networkName, metric) }]
  })
}

/**
 * Reads statistics of a video or of the channel with one request, and with `byDay` a second one. The
 * last two or three days are missing, because YouTube still counts them. Costs no units of the quota.
 * https://developers.google.com/youtube/analytics/reference/reports/query (read 2026-11-24)
 *
 * @throws MissingPermissionError without the scope `yt-analytics.readonly`, before any request.
 * @throws NotSupportedError for a period that ends before it starts.
 */
export async function readInsights(
  query: InsightsQuery,
  { analytics }: Addresses,
  call: Call,
): Promise<Insights> {
  assertScope(call.connection, SCOPES.analytics, MONETARY_SCOPE)
  const { postId, byDay } = query
  const fields = {
    ids: `channel==${call.connection.accountId}`,
    ...toPeriod(query, call.networkNow()),
    metrics: Object.keys(METRICS).join(','),
    filters: postId === null ? null : `video==${postId}`,
  }
  const url = `${analytics}/reports`
  const total = await call.http.get(url, reportReply, { query: fields })
  const daily = byDay
    ? await call.http.get(url, reportReply, { query: { ...fields, dimensions: 'day', sort: 'day' } })
    : null
  const [sum] = toRows(total)
  const rows = daily === null ? [] : toRows(daily)
  const metrics = Object.entries(METRICS).flatMap(([networkName, metric]) => {
    const value = valueOf(sum, networkName, metric)
    const days = toDays(rows, networkName, metric)
    return value === null && days.length === 0 ? [] : [{ name: metric.name, networkName, value, days }]
  })
  return makeInsights({ postId, metrics, raw: { total, daily } })
}
