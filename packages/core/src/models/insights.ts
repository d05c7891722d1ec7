import { ConfigError, type RawData } from '../errors/index.js'
import { assertObject } from './values/assert-object.js'
import { model } from './values/hidden.js'

/** Statistics that several networks have, with the same meaning. */
export const InsightName = {
  /** Views or impressions: how often a post was displayed or a video was started. */
  VIEWS: 'VIEWS',
  /** Number of different people who saw it. */
  REACH: 'REACH',
  LIKES: 'LIKES',
  COMMENTS: 'COMMENTS',
  SHARES: 'SHARES',
  SAVES: 'SAVES',
  CLICKS: 'CLICKS',
  /** Visits of the account's profile. */
  PROFILE_VISITS: 'PROFILE_VISITS',
  FOLLOWERS: 'FOLLOWERS',
  /** Watch time of all viewers, in seconds. */
  WATCH_SECONDS: 'WATCH_SECONDS',
  /** Average watch time of one view, in seconds. */
  AVERAGE_WATCH_SECONDS: 'AVERAGE_WATCH_SECONDS',
  /** Part of the video that is watched on average, from 0 to 1. */
  AVERAGE_WATCHED_PART: 'AVERAGE_WATCHED_PART',
} as const
/** Name of a statistic. `OTHER` is a statistic that only one network has. */
export type InsightName = keyof typeof InsightName | 'OTHER'

/** Value of one day. */
export interface DailyValue {
  /** Date as defined by the network, such as `2026-11-24`. Networks count days in different time zones. */
  readonly date: string
  /** Null if the network has no value for the day. */
  readonly value: number | null
}

/** One statistic. */
export interface Insight {
  readonly name: InsightName
  /** Name of the statistic in the API of the network. */
  readonly networkName: string
  /** Total of the period; null if the network sent none. */
  readonly value: number | null
  /** Values by day, oldest first. Empty unless `byDay` was requested and the network has them. */
  readonly days: readonly DailyValue[]
}

/** Statistics of a post or of the account. */
export interface Insights {
  /** Id of the post; null for the account. */
  readonly postId: string | null
  /** Statistics that the network sent, each name of the network once. */
  readonly metrics: readonly Insight[]
  /** Unmodified response of the network. Hidden when printed. */
  readonly raw: RawData
}

/** Fields of one statistic. */
export interface InsightInit {
  readonly name: InsightName
  readonly networkName: string
  readonly value?: number | null | undefined
  readonly days?: readonly DailyValue[] | undefined
}

const DATE = /^\d{4}-\d\d-\d\d$/

function toInsight({ name, networkName, value = null, days = [] }: InsightInit): Insight {
  if (typeof networkName !== 'string' || networkName === '')
    throw new ConfigError('Insight.networkName is missing.')
  for (const { date } of days)
    if (!DATE.test(date))
      throw new ConfigError(`Insight.days requires dates such as 2026-11-24, not ${date}.`)
  return Object.freeze({ name, networkName, value, days: Object.freeze([...days]) })
}

/**
 * Creates statistics.
 *
 * @throws ConfigError for a statistic without a name, and for a day that is not a date.
 */
export function makeInsights(init: {
  readonly postId?: string | null | undefined
  readonly metrics: readonly InsightInit[]
  readonly raw: RawData
}): Insights {
  assertObject(init, 'makeInsights', '{ metrics, raw }')
  if (!Array.isArray(init.metrics)) throw new ConfigError('makeInsights requires a list of metrics.')
  const { postId = null, raw } = init
  const metrics = Object.freeze(
    Array.from(init.metrics, (metric: InsightInit) => {
      assertObject(metric, 'makeInsights: metrics', '{ name, networkName, value }')
      return toInsight(metric)
    }),
  )
  return model({ postId, metrics, raw })
}
