import {
  type Call,
  type InsightName,
  type Insights,
  type InsightsQuery,
  makeInsights,
  NotSupportedError,
} from '@social/core/platform'

import { postsCost } from '../limits/index.js'
import { type OwnCode, TEXTS } from '../messages.js'
import { insightsReply } from '../schemas.js'
import { postPath } from './post-path.js'

/** First millisecond of X's ids. The bits above the lowest 22 count milliseconds since then.
 *  https://docs.x.com/fundamentals/x-ids (read 2026-11-24) */
const FIRST_ID_MS = 1_288_834_974_657
/**
 * Days after which X no longer reports the metrics that only the author sees.
 * https://docs.x.com/x-api/fundamentals/metrics (read 2026-11-24)
 */
const PRIVATE_METRICS_DAYS = 30
const DAY_MS = 86_400_000

type Names = Readonly<Record<string, InsightName>>

/** Statistics of a post, by the object and the field of X. Same source. */
const METRICS: Readonly<Record<'public_metrics' | 'non_public_metrics' | 'organic_metrics', Names>> = {
  public_metrics: {
    impression_count: 'VIEWS',
    like_count: 'LIKES',
    reply_count: 'COMMENTS',
    repost_count: 'SHARES',
    retweet_count: 'SHARES',
    quote_count: 'OTHER',
    bookmark_count: 'SAVES',
  },
  non_public_metrics: {
    url_link_clicks: 'CLICKS',
    user_profile_clicks: 'PROFILE_VISITS',
    engagements: 'OTHER',
  },
  organic_metrics: {
    impression_count: 'OTHER',
    url_link_clicks: 'OTHER',
    user_profile_clicks: 'OTHER',
  },
}

function refuse(what: string, suggestion: string, reason: OwnCode): NotSupportedError {
  return new NotSupportedError({ platform: 'x', what, suggestion, reason, userText: TEXTS[reason] })
}

/** Returns true if X still reports the private metrics of a post. The id contains the time of the post. */
function isRecent(postId: string, now: Date): boolean {
  const createdAt = Number(BigInt(postId) >> 22n) + FIRST_ID_MS
  return now.getTime() - createdAt < PRIVATE_METRICS_DAYS * DAY_MS
}

/**
 * Reads the totals of a post with one request. Clicks and profile visits are included only for an own
 * post of the last 30 days.
 *
 * @throws NotSupportedError for the account, a period or days. X reports none of them here.
 * @throws NotFoundError for an invalid id.
 */
export async function readInsights(
  { postId, since, until, byDay }: InsightsQuery,
  call: Call,
): Promise<Insights> {
  if (postId === null)
    throw refuse('statistics of the account', 'Pass postId for those of a post.', 'NO_ACCOUNT_INSIGHTS')
  if (since !== null || until !== null || byDay)
    throw refuse(
      'statistics of a period or by day',
      'Omit since, until and byDay: X reports totals since the post was published.',
      'TOTALS_ONLY',
    )
  const path = postPath(postId)
  const groups = isRecent(postId, call.networkNow()) ? Object.keys(METRICS) : ['public_metrics']
  const { data, raw } = await call.http.request('GET', path, insightsReply, {
    query: { 'post.fields': groups.join(',') },
    cost: postsCost(1),
  })
  const metrics = Object.entries(METRICS).flatMap(([group, names]) => {
    const values = data.data[group]
    if (typeof values !== 'object' || values === null) return []
    const sent = new Map(Object.entries(values))
    return Object.entries(names).flatMap(([field, name]) => {
      const value: unknown = sent.get(field)
      if (typeof value !== 'number' || !Number.isSafeInteger(value)) return []
      return [{ name, networkName: `${group}.${field}`, value }]
    })
  })
  return makeInsights({ postId, metrics, raw })
}
