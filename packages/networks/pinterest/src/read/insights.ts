import {
  type Call,
  type DailyValue,
  type InsightName,
  type Insights,
  type InsightsQuery,
  makeInsights,
  NotSupportedError,
} from '@social/core/platform'

import { MAX_INSIGHT_DAYS, READ_COST } from '../limits.js'
import { INSIGHTS_TOO_OLD } from '../messages.js'
import { type AnalyticsReply, analyticsReply } from '../schemas.js'
import { pinPath } from './pin-path.js'

const DAY_MS = 86_400_000
/** Length of the period in days if the application gives none. Our choice. */
const DEFAULT_DAYS = 30

/** Statistics of a pin, with Pinterest's names. `metric_types` of
 *  https://github.com/pinterest/api-description, v5/openapi.json 5.23.0 (read 2026-11-24) */
const PIN_METRICS: Readonly<Record<string, InsightName>> = {
  IMPRESSION: 'VIEWS',
  SAVE: 'SAVES',
  OUTBOUND_CLICK: 'CLICKS',
  PIN_CLICK: 'OTHER',
  TOTAL_REACTIONS: 'LIKES',
  TOTAL_COMMENTS: 'COMMENTS',
  PROFILE_VISIT: 'PROFILE_VISITS',
  USER_FOLLOW: 'OTHER',
}

/** Statistics of all pins of the account. Same source. */
const ACCOUNT_METRICS: Readonly<Record<string, InsightName>> = {
  IMPRESSION: 'VIEWS',
  SAVE: 'SAVES',
  OUTBOUND_CLICK: 'CLICKS',
  PIN_CLICK: 'OTHER',
  ENGAGEMENT: 'OTHER',
}

const toDate = (moment: Date): string => moment.toISOString().slice(0, 10)

/** The period in UTC dates. Pinterest keeps daily statistics for 90 days. */
function toPeriod({ since, until }: InsightsQuery, now: Date) {
  const end = until !== null && until < now ? until : now
  const start = since ?? new Date(end.getTime() - DEFAULT_DAYS * DAY_MS)
  const oldest = toDate(new Date(now.getTime() - MAX_INSIGHT_DAYS * DAY_MS))
  if (toDate(start) >= oldest && start <= end) return { start_date: toDate(start), end_date: toDate(end) }
  throw new NotSupportedError({
    platform: 'pinterest',
    what: `statistics from ${toDate(start)} to ${toDate(end)}`,
    suggestion: `Pass since within the last ${MAX_INSIGHT_DAYS} days, and until after since.`,
    reason: 'INSIGHTS_TOO_OLD',
    userText: INSIGHTS_TOO_OLD,
    facts: { limit: MAX_INSIGHT_DAYS },
  })
}

/** Values by day. A day that is not final has no value: Pinterest still counts it. */
function toDays({ all }: AnalyticsReply, networkName: string): readonly DailyValue[] {
  return (all.daily_metrics ?? [])
    .flatMap((day) =>
      day?.date == null || !/^\d{4}-\d\d-\d\d$/.test(day.date) ? [] : [{ ...day, date: day.date }],
    )
    .map(({ date, data_status: status, metrics }) => ({
      date,
      value: status === 'READY' ? (metrics?.[networkName] ?? null) : null,
    }))
    .toSorted((one, other) => one.date.localeCompare(other.date))
}

/**
 * Reads views, saves and clicks of a pin or of the whole account, with one request. Reactions and comments of a pin are
 * its lifetime totals.
 */
export async function readInsights(query: InsightsQuery, call: Call): Promise<Insights> {
  const { postId, byDay } = query
  const names = postId === null ? ACCOUNT_METRICS : PIN_METRICS
  const path = postId === null ? '/user_account/analytics' : `${pinPath(postId)}/analytics`
  const period = toPeriod(query, call.networkNow())
  const reply = await call.http.get(path, analyticsReply, {
    query: { ...period, metric_types: Object.keys(names).join(',') },
    cost: READ_COST,
  })
  const { summary_metrics: summary, lifetime_metrics: lifetime } = reply.all
  const metrics = Object.entries(names).flatMap(([networkName, name]) => {
    const value = summary?.[networkName] ?? lifetime?.[networkName] ?? null
    const days = byDay && lifetime?.[networkName] == null ? toDays(reply, networkName) : []
    return value === null && days.length === 0 ? [] : [{ name, networkName, value, days }]
  })
  return makeInsights({ postId, metrics, raw: reply })
}
