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
  idPath,
  insightsPeriod,
  readGraphInsights,
  refusePeriodOfPost,
} from '@social/meta-kit'

/** Length of the period in days if the application gives none. Facebook has the reach of 28 days as one number. */
const DEFAULT_DAYS = 28
/** Maximum length of the period in days. https://developers.facebook.com/docs/graph-api/reference/insights (read 2026-11-24) */
const MAX_DAYS = 90

/**
 * Statistics of a post, with Facebook's names. The metrics `post_impressions*` were removed by 15 June 2026.
 * https://developers.facebook.com/docs/graph-api/reference/insights,
 * https://developers.facebook.com/documentation/pages-api/platforminsights/page/deprecated-metrics (read 2026-11-24)
 */
const POST_METRICS: Readonly<Record<string, InsightName>> = {
  post_media_view: 'VIEWS',
  post_total_media_view_unique: 'REACH',
  post_reactions_by_type_total: 'LIKES',
  post_clicks: 'CLICKS',
  post_video_view_time: 'WATCH_SECONDS',
  post_video_avg_time_watched: 'AVERAGE_WATCH_SECONDS',
}

/**
 * Statistics of a video or a reel. Without `metric`, Facebook sends those that the video has.
 * https://developers.facebook.com/docs/graph-api/reference/video/video_insights,
 * https://developers.facebook.com/docs/video-api/guides/insights (read 2026-11-24)
 */
const VIDEO_METRICS: Readonly<Record<string, InsightName>> = {
  total_video_views: 'VIEWS',
  blue_reels_play_count: 'VIEWS',
  total_video_views_unique: 'REACH',
  post_impressions_unique: 'REACH',
  total_video_reactions_by_type_total: 'LIKES',
  post_video_likes_by_reaction_type: 'LIKES',
  total_video_view_total_time: 'WATCH_SECONDS',
  post_video_view_time: 'WATCH_SECONDS',
  total_video_avg_time_watched: 'AVERAGE_WATCH_SECONDS',
  post_video_avg_time_watched: 'AVERAGE_WATCH_SECONDS',
}

/** Rule by which the total of a period follows from its days. Days of people are not added: a person can come twice. */
type Total = 'SUM' | 'LAST' | 'NONE'

/**
 * Statistics of the page by day. Same source as those of posts.
 */
const PAGE_METRICS: Readonly<Record<string, readonly [InsightName, Total]>> = {
  page_media_view: ['VIEWS', 'SUM'],
  page_total_media_view_unique: ['REACH', 'NONE'],
  page_views_total: ['PROFILE_VISITS', 'SUM'],
  page_total_actions: ['CLICKS', 'SUM'],
  page_follows: ['FOLLOWERS', 'LAST'],
  page_post_engagements: ['OTHER', 'SUM'],
}
const REACH = 'page_total_media_view_unique'

/** Statistics in milliseconds. */
const MILLISECONDS: ReadonlySet<string> = new Set(
  Object.entries({ ...POST_METRICS, ...VIDEO_METRICS })
    .filter(([, name]) => name === 'WATCH_SECONDS' || name === 'AVERAGE_WATCH_SECONDS')
    .map(([networkName]) => networkName),
)

const isPresent = ({ value, days = [] }: InsightInit): boolean => value !== null || days.length > 0

function totalsOf(
  insights: readonly GraphInsight[],
  names: Readonly<Record<string, InsightName>>,
): readonly InsightInit[] {
  return insights
    .map(({ name, total }): InsightInit => {
      const value = total !== null && MILLISECONDS.has(name) ? total / 1000 : total
      return { name: names[name] ?? 'OTHER', networkName: name, value }
    })
    .filter(isPresent)
}

/** Reads a post or a video. Ids of posts have an underscore, ids of videos have none. */
async function readPost(postId: string, call: Call): Promise<Insights> {
  const isPost = postId.includes('_')
  const path = idPath(postId, isPost ? 'insights' : 'video_insights')
  const metrics = isPost ? Object.keys(POST_METRICS) : []
  const query = isPost ? { period: 'lifetime' } : {}
  const { insights, raw } = await readGraphInsights({ path, metrics, query }, call)
  return makeInsights({ postId, metrics: totalsOf(insights, isPost ? POST_METRICS : VIDEO_METRICS), raw })
}

function totalOf({ days }: GraphInsight, rule: Total): number | null {
  if (rule === 'SUM') return days.reduce((sum, { value }) => sum + (value ?? 0), 0)
  return rule === 'LAST' || days.length === 1 ? (days.at(-1)?.value ?? null) : null
}

/** Reads the number of people whom the page reached in the last 28 days. */
async function readReach(path: string, call: Call): Promise<number | null> {
  const query = { period: 'days_28' }
  const { insights } = await readGraphInsights({ path, metrics: [REACH], query }, call)
  return insights[0]?.days.at(-1)?.value ?? null
}

async function readPage(query: InsightsQuery, call: Call): Promise<Insights> {
  const rules = { platform: 'facebook', now: call.networkNow(), defaultDays: DEFAULT_DAYS, maxDays: MAX_DAYS }
  const period = insightsPeriod(query, rules)
  const path = idPath(call.connection.accountId, 'insights')
  const { insights, raw } = await readGraphInsights(
    { path, metrics: Object.keys(PAGE_METRICS), query: { ...period, period: 'day' } },
    call,
  )
  const isDefault = query.since === null && query.until === null
  const hasReach = insights.some(({ name }) => name === REACH)
  const reach = isDefault && hasReach ? await readReach(path, call) : null
  const metrics = insights
    .filter(({ days }) => days.length > 0)
    .map((one): InsightInit => {
      const [name, rule] = PAGE_METRICS[one.name] ?? ['OTHER', 'NONE']
      const total = one.name === REACH ? (reach ?? totalOf(one, rule)) : totalOf(one, rule)
      return { name, networkName: one.name, value: total, days: query.byDay ? one.days : [] }
    })
    .filter(isPresent)
  return makeInsights({ metrics, raw })
}

/** Reads statistics. They need the permission `read_insights`. */
export function readingInsights(): CanReadInsights {
  return {
    /**
     * Reads the totals of a post or a video, or the statistics of the page by day for at most 90
     * days. The reach of the page has a total only without `since` and `until`, or for one day.
     */
    async readInsights(query, call) {
      if (query.postId === null) return readPage(query, call)
      refusePeriodOfPost(query, 'facebook')
      return readPost(query.postId, call)
    },
  }
}
