import {
  type Call,
  type CanReadInsights,
  type InsightName,
  type Insights,
  type InsightsQuery,
  makeInsights,
  NotSupportedError,
  type UserText,
} from '@social/core/platform'

import * as messages from '../messages.js'
import { type DailyMetric, readPerformance } from './performance.js'

const DAY_MS = 86_400_000
/** Length of the period in days if the application gives none. Our choice. */
const DEFAULT_DAYS = 30

/** Statistics of the location, with Google's names. */
const METRICS: Readonly<Record<DailyMetric, InsightName>> = {
  BUSINESS_IMPRESSIONS_DESKTOP_MAPS: 'VIEWS',
  BUSINESS_IMPRESSIONS_DESKTOP_SEARCH: 'VIEWS',
  BUSINESS_IMPRESSIONS_MOBILE_MAPS: 'VIEWS',
  BUSINESS_IMPRESSIONS_MOBILE_SEARCH: 'VIEWS',
  BUSINESS_CONVERSATIONS: 'OTHER',
  BUSINESS_DIRECTION_REQUESTS: 'OTHER',
  CALL_CLICKS: 'CLICKS',
  WEBSITE_CLICKS: 'CLICKS',
  BUSINESS_BOOKINGS: 'OTHER',
  BUSINESS_FOOD_ORDERS: 'OTHER',
  BUSINESS_FOOD_MENU_CLICKS: 'CLICKS',
}
const NAMES = Object.keys(METRICS) as DailyMetric[] // safe cast: the keys of a complete record

const toDate = (moment: Date): string => moment.toISOString().slice(0, 10)

function refuse(what: string, suggestion: string, reason: string, userText: UserText) {
  return new NotSupportedError({ platform: 'google_business', what, suggestion, reason, userText })
}

/** Reads the statistics of the location by day, with one request. Google has no statistics of posts. */
async function readInsights({ postId, since, until, byDay }: InsightsQuery, call: Call): Promise<Insights> {
  if (postId !== null)
    throw refuse(
      'statistics of a post',
      'Omit postId for those of the location.',
      'NO_POST_INSIGHTS',
      messages.NO_POST_INSIGHTS,
    )
  const end = until ?? call.networkNow()
  const start = since ?? new Date(end.getTime() - DEFAULT_DAYS * DAY_MS)
  if (start > end)
    throw refuse(
      'a period that ends before it starts',
      'Pass until after since.',
      'PERIOD_INVALID',
      messages.PERIOD_INVALID,
    )
  const range = { metrics: NAMES, from: toDate(start), to: toDate(end) }
  const numbers = await readPerformance(range, call)
  const metrics = NAMES.flatMap((networkName) => {
    const days = numbers
      .filter(({ metric }) => metric === networkName)
      .map(({ day: date, value }) => ({ date, value }))
      .toSorted((one, other) => one.date.localeCompare(other.date))
    if (days.length === 0) return []
    const value = days.reduce((sum, day) => sum + day.value, 0)
    return [{ name: METRICS[networkName], networkName, value, days: byDay ? days : [] }]
  })
  return makeInsights({ metrics, raw: { numbers } })
}

/** Reads statistics of the location. */
export function readingInsights(): CanReadInsights {
  return { readInsights }
}
