import type { SignedVisit } from '../meta/dispatch.js'
import { createdOn, insightDays, insightJson, metricNames } from '../meta/insights.js'
import { badParameter } from '../meta/refusal.js'
import { mustReach, threadOf } from './comments.js'
import { commentsOn, reactionsOf } from './post-node.js'
import { type FacebookState, pageInPath, requirePageScopes } from './state.js'

const SCOPES = ['pages_read_engagement', 'read_insights']
const MAX_DAYS = 90

/** Message for an unknown metric. Unlike Instagram's, it names no metric. */
const refusal = (): string => 'The value must be a valid insights metric'

/** Number of reactions and comments, from which the emulator counts views and viewers. */
const activityOn = (state: FacebookState, id: string): number =>
  reactionsOf(state, threadOf(state, id)).size + commentsOn(state, threadOf(state, id)).length

function reactionsByType(state: FacebookState, id: string): Readonly<Record<string, number>> {
  const byType = Object.groupBy([...reactionsOf(state, threadOf(state, id))], ([, type]) =>
    type.toLowerCase(),
  )
  return Object.fromEntries(Object.entries(byType).map(([type, list]) => [type, list?.length ?? 0]))
}

type Counter = (state: FacebookState, id: string) => unknown

/** Statistics of a post. https://developers.facebook.com/docs/graph-api/reference/insights (read 2026-11-24) */
const POST_METRICS: Readonly<Record<string, Counter>> = {
  post_media_view: (state, id) => activityOn(state, id) * 10,
  post_total_media_view_unique: (state, id) => activityOn(state, id) * 5,
  post_reactions_by_type_total: reactionsByType,
  post_clicks: () => 0,
  post_comments: (state, id) => commentsOn(state, threadOf(state, id)).length,
  post_video_view_time: () => 0,
  post_video_avg_time_watched: () => 0,
}

const REEL_METRICS: Readonly<Record<string, Counter>> = {
  blue_reels_play_count: (state, id) => activityOn(state, id) * 10,
  post_video_likes_by_reaction_type: reactionsByType,
  post_video_view_time: (state, id) => activityOn(state, id) * 25_000,
  post_video_avg_time_watched: () => 2500,
}

const VIDEO_METRICS: Readonly<Record<string, Counter>> = {
  total_video_views: (state, id) => activityOn(state, id) * 10,
  total_video_views_unique: (state, id) => activityOn(state, id) * 5,
  total_video_reactions_by_type_total: reactionsByType,
  total_video_view_total_time: (state, id) => activityOn(state, id) * 25_000,
  total_video_avg_time_watched: () => 2500,
}

const lifetime = (state: FacebookState, id: string, metrics: Readonly<Record<string, Counter>>) =>
  function toJson(name: string): object {
    return insightJson(id, name, { period: 'lifetime', values: [{ value: metrics[name]?.(state, id) }] })
  }

const PAGE_METRICS = [
  'page_media_view',
  'page_total_media_view_unique',
  'page_views_total',
  'page_total_actions',
  'page_follows',
  'page_post_engagements',
]

function pageInsights(state: FacebookState, { access, params, path }: SignedVisit): unknown {
  const page = pageInPath(state, access, path['id'] ?? '', SCOPES, 10)
  params.only('metric', 'period', 'since', 'until')
  const names = metricNames(state, params, { known: PAGE_METRICS, refusal })
  const period = params.oneOf('period', ['day', 'days_28']) ?? 'day'
  const days = insightDays(state, params, { maxDays: MAX_DAYS })
  const posts = [...state.posts.values()].filter(({ pageId }) => pageId === page.id)
  const valueOn = (name: string, list: typeof posts): number => {
    const activity = list.reduce((sum, { id }) => sum + activityOn(state, id), 0)
    if (name === 'page_follows') return 7
    return activity * (name === 'page_media_view' ? 10 : name === 'page_total_media_view_unique' ? 5 : 1)
  }
  return {
    data: names.map((name) =>
      insightJson(page.id, name, {
        period,
        values: days.map((day) => ({
          value: valueOn(name, period === 'days_28' ? posts : posts.filter(createdOn(day))),
          end_time: day.end_time,
        })),
      }),
    ),
  }
}

/** GET /:id/insights: returns the statistics of a page or a post. */
export function readInsights(state: FacebookState, visit: SignedVisit): unknown {
  const { access, params, path } = visit
  const id = path['id'] ?? ''
  if (state.pages.has(id)) return pageInsights(state, visit)
  mustReach(state, visit, id)
  requirePageScopes(state, access, SCOPES, 10)
  params.only('metric', 'period')
  const names = metricNames(state, params, { known: Object.keys(POST_METRICS), refusal })
  return { data: names.map(lifetime(state, id, POST_METRICS)) }
}

/** GET /:id/video_insights: returns all statistics of a video or a reel, or the requested ones. */
export function readVideoInsights(state: FacebookState, visit: SignedVisit): unknown {
  const { access, params, path } = visit
  const id = path['id'] ?? ''
  mustReach(state, visit, id)
  requirePageScopes(state, access, SCOPES, 10)
  params.only('metric', 'period')
  const video = state.videos.get(id)
  if (video === undefined) throw badParameter('Tried accessing nonexisting field (video_insights)')
  const metrics = video.kind === 'REEL' ? REEL_METRICS : VIDEO_METRICS
  const known = Object.keys(metrics)
  const names = params.has('metric') ? metricNames(state, params, { known, refusal }) : known
  return { data: names.map(lifetime(state, id, metrics)) }
}
