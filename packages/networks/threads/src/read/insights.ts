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

/** Length of the period in days if the application gives none. Our choice. */
const DEFAULT_DAYS = 28
/**
 * Earliest start of a period. https://developers.facebook.com/documentation/threads/insights (copy of 2026)
 */
const OLDEST = new Date(1_712_991_600_000)

/**
 * Statistics of a post, with Threads' names. A share is a post sent to other people or apps; a repost has its own
 * number. https://developers.facebook.com/documentation/threads/insights (copy of 2026)
 */
const POST_METRICS: Readonly<Record<string, InsightName>> = {
  views: 'VIEWS',
  likes: 'LIKES',
  replies: 'COMMENTS',
  shares: 'SHARES',
  reposts: 'OTHER',
  quotes: 'OTHER',
}

/** Statistics of the account for a period. Same source. */
const ACCOUNT_METRICS: Readonly<Record<string, InsightName>> = {
  views: 'VIEWS',
  likes: 'LIKES',
  replies: 'COMMENTS',
  clicks: 'CLICKS',
  reposts: 'OTHER',
  quotes: 'OTHER',
}

/** Statistics that have no period. Same source. */
const NOW_METRICS: Readonly<Record<string, InsightName>> = { followers_count: 'FOLLOWERS' }

function toMetrics(
  insights: readonly GraphInsight[],
  { names, byDay }: { readonly names: Readonly<Record<string, InsightName>>; readonly byDay: boolean },
): readonly InsightInit[] {
  return insights
    .map(({ name, total, days }): InsightInit => {
      // Threads sends views by day only. Their sum is the total of the period.
      const sum = days.reduce((all, { value }) => all + (value ?? 0), 0)
      const value = days.length === 0 ? total : sum
      return { name: names[name] ?? 'OTHER', networkName: name, value, days: byDay ? days : [] }
    })
    .filter(({ value }) => value !== null)
}

async function readPost(postId: string, call: Call): Promise<Insights> {
  const path = idPath(postId, 'insights')
  const { insights, raw } = await readGraphInsights({ path, metrics: Object.keys(POST_METRICS) }, call)
  return makeInsights({ postId, metrics: toMetrics(insights, { names: POST_METRICS, byDay: false }), raw })
}

async function readAccount(query: InsightsQuery, call: Call): Promise<Insights> {
  const rules = { platform: 'threads', now: call.networkNow(), defaultDays: DEFAULT_DAYS, maxDays: null }
  const period = insightsPeriod(query, { ...rules, oldest: OLDEST })
  const path = idPath(call.connection.accountId, 'threads_insights')
  const counted = await readGraphInsights(
    { path, metrics: Object.keys(ACCOUNT_METRICS), query: { ...period } },
    call,
  )
  const now = await readGraphInsights({ path, metrics: Object.keys(NOW_METRICS) }, call)
  const { byDay } = query
  const metrics = [
    ...toMetrics(counted.insights, { names: ACCOUNT_METRICS, byDay }),
    ...toMetrics(now.insights, { names: NOW_METRICS, byDay: false }),
  ]
  return makeInsights({ metrics, raw: { period: counted.raw, now: now.raw } })
}

/** Reads statistics. They require the permission `threads_manage_insights`. */
export function readingInsights(): CanReadInsights {
  return {
    /**
     * Reads the totals of a post with one request, or the statistics of the account with two. By day
     * Threads has only views. A repost has no statistics.
     */
    async readInsights(query, call) {
      if (query.postId === null) return readAccount(query, call)
      refusePeriodOfPost(query, 'threads')
      return readPost(query.postId, call)
    },
  }
}
