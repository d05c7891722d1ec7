import {
  type Call,
  type CanReadInsights,
  type InsightInit,
  type InsightName,
  type Insights,
  type InsightsQuery,
  makeInsights,
} from '@social/core/platform'
import {
  type GraphInsight,
  type GraphPeriod,
  idPath,
  insightsPeriod,
  readGraphInsights,
  refusePeriodOfPost,
} from '@social/meta-kit'

/** Length of the period in days if the application gives none. Our choice. */
const DEFAULT_DAYS = 28
/**
 * Maximum length of the period in days. The API refuses a longer one: "There cannot be more than 30 days (2592000 s)
 * between since and until". https://github.com/sns-sdks/python-facebook (read 2026-11-24)
 */
const MAX_DAYS = 30

/**
 * Statistics of a media, with Instagram's names. Instagram refuses those that the kind of the media does not have: a
 * story has no `saved`, and only a reel has watch times.
 * https://developers.facebook.com/documentation/instagram-platform/reference/instagram-media/insights (read 2026-11-24)
 */
const MEDIA_METRICS: Readonly<Record<string, InsightName>> = {
  views: 'VIEWS',
  reach: 'REACH',
  likes: 'LIKES',
  comments: 'COMMENTS',
  shares: 'SHARES',
  saved: 'SAVES',
  profile_visits: 'PROFILE_VISITS',
  ig_reels_video_view_total_time: 'WATCH_SECONDS',
  ig_reels_avg_watch_time: 'AVERAGE_WATCH_SECONDS',
  total_interactions: 'OTHER',
  follows: 'OTHER',
  replies: 'OTHER',
}

/**
 * Totals of the account, with Instagram's names.
 * https://developers.facebook.com/documentation/instagram-platform/api-reference/instagram-user/insights
 * (read 2026-11-24)
 */
const ACCOUNT_METRICS: Readonly<Record<string, InsightName>> = {
  views: 'VIEWS',
  reach: 'REACH',
  likes: 'LIKES',
  comments: 'COMMENTS',
  shares: 'SHARES',
  saves: 'SAVES',
  profile_links_taps: 'CLICKS',
  accounts_engaged: 'OTHER',
  total_interactions: 'OTHER',
  replies: 'OTHER',
}

/** Statistics that Instagram has by day. `follower_count` is the number of new followers of a day. Same source. */
const DAILY_METRICS: Readonly<Record<string, InsightName>> = { reach: 'REACH', follower_count: 'OTHER' }

/** Statistics in milliseconds. */
const MILLISECONDS: ReadonlySet<string> = new Set([
  'ig_reels_video_view_total_time',
  'ig_reels_avg_watch_time',
])

const toUnit = (name: string, value: number | null): number | null =>
  value !== null && MILLISECONDS.has(name) ? value / 1000 : value

/** Converts totals, and adds the values by day of the same statistic. */
function toMetrics(
  totals: readonly GraphInsight[],
  {
    names,
    daily = [],
  }: { readonly names: Readonly<Record<string, InsightName>>; readonly daily?: readonly GraphInsight[] },
): readonly InsightInit[] {
  const known = totals.map(({ name, total }): InsightInit => {
    const days = daily.find((one) => one.name === name)?.days ?? []
    return { name: names[name] ?? 'OTHER', networkName: name, value: toUnit(name, total), days }
  })
  const onlyDaily = daily
    .filter(({ name }) => totals.every((one) => one.name !== name))
    .map(({ name, days }): InsightInit => ({ name: DAILY_METRICS[name] ?? 'OTHER', networkName: name, days }))
  return [...known, ...onlyDaily].filter(({ value, days = [] }) => value !== null || days.length > 0)
}

async function readMedia(postId: string, call: Call): Promise<Insights> {
  const path = idPath(postId, 'insights')
  const metrics = Object.keys(MEDIA_METRICS)
  const { insights, raw } = await readGraphInsights({ path, metrics }, call)
  return makeInsights({ postId, metrics: toMetrics(insights, { names: MEDIA_METRICS }), raw })
}

const queryOf = (period: GraphPeriod) => ({ ...period, period: 'day' })

async function readAccount(query: InsightsQuery, call: Call): Promise<Insights> {
  const rules = {
    platform: 'instagram',
    now: call.networkNow(),
    defaultDays: DEFAULT_DAYS,
    maxDays: MAX_DAYS,
  }
  const period = queryOf(insightsPeriod(query, rules))
  const path = idPath(call.connection.accountId, 'insights')
  const totals = await readGraphInsights(
    { path, metrics: Object.keys(ACCOUNT_METRICS), query: { ...period, metric_type: 'total_value' } },
    call,
  )
  const names = ACCOUNT_METRICS
  if (!query.byDay) return makeInsights({ metrics: toMetrics(totals.insights, { names }), raw: totals.raw })
  const daily = await readGraphInsights({ path, metrics: Object.keys(DAILY_METRICS), query: period }, call)
  const metrics = toMetrics(totals.insights, { names, daily: daily.insights })
  return makeInsights({ metrics, raw: { totals: totals.raw, daily: daily.raw } })
}

/** Reads statistics. They require the permission `instagram_business_manage_insights`. */
export function readingInsights(): CanReadInsights {
  return {
    /**
     * Reads the totals of a media, or the statistics of the account for at most 30 days. By day
     * Instagram has only the reach and the new followers, which need a second request.
     */
    async readInsights(query, call) {
      if (query.postId === null) return readAccount(query, call)
      refusePeriodOfPost(query, 'instagram')
      return readMedia(query.postId, call)
    },
  }
}
