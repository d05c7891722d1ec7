import { requireScopes } from '../meta/access.js'
import type { SignedVisit } from '../meta/dispatch.js'
import { createdOn, insightDays, insightJson, metricNames } from '../meta/insights.js'
import { badParameter, noSuchObject } from '../meta/refusal.js'
import { allBelow } from './lists.js'
import { repliesTo } from './post-node.js'
import type { Post } from './records.js'
import { accountInPath, type ThreadsState } from './state.js'

/** Earliest Unix time of a period of statistics. */
const OLDEST_SECONDS = 1_712_991_600
/** The emulator chose this limit. */
const MAX_DAYS = 3650
const SCOPES = ['threads_basic', 'threads_manage_insights']

const METRICS: Readonly<Record<string, (state: ThreadsState, post: Post) => number>> = {
  views: (_state, { likes }) => likes * 10,
  likes: (_state, { likes }) => likes,
  // Counts all replies below a post, but only the direct replies to a reply.
  replies: (state, { id, replyTo }) => (replyTo === null ? allBelow(state, id) : repliesTo(state, id)).length,
  reposts: (_state, post) => post.reposts,
  quotes: (state, { id }) =>
    [...state.posts.values()].filter(({ given }) => given['quote_post_id'] === id).length,
  shares: () => 0,
}

const refusal =
  (known: readonly string[]) =>
  (name: string): string =>
    `Param metric[0] must be one of the following values: ${known.join(', ')} - got "${name}".`

/** Handles GET /:id/insights. Returns no metrics for a repost. */
export function readInsights(state: ThreadsState, { access, params, path }: SignedVisit): unknown {
  const id = path['id'] ?? ''
  requireScopes(state, access, SCOPES, 10)
  params.only('metric')
  const post = state.posts.get(id)
  if (post === undefined || post.owner !== access.owner) throw noSuchObject('get', id)
  const known = Object.keys(METRICS).filter((name) => !state.settings.removedMetrics.includes(name))
  const names = metricNames(state, params, { known, refusal: refusal(known) })
  const data = names.map((name) =>
    insightJson(id, name, { period: 'lifetime', values: [{ value: METRICS[name]?.(state, post) ?? 0 }] }),
  )
  return { data: post.repostOf === null ? data : [] }
}

const ACCOUNT_METRICS = ['views', 'likes', 'replies', 'reposts', 'quotes', 'clicks', 'followers_count']

/**
 * Handles GET /:id/threads_insights: statistics of the account. Only `views` has values by day.
 * https://developers.facebook.com/documentation/threads/insights (copy of 2026)
 */
export function readAccountInsights(state: ThreadsState, { access, params, path }: SignedVisit): unknown {
  requireScopes(state, access, SCOPES, 10)
  const { id: userId } = accountInPath(state, access, path['id'] ?? '', 'GET')
  params.only('metric', 'since', 'until')
  const known = ACCOUNT_METRICS.filter((name) => !state.settings.removedMetrics.includes(name))
  const names = metricNames(state, params, { known, refusal: refusal(known) })
  if (names.includes('followers_count') && (params.has('since') || params.has('until')))
    throw badParameter('since and until are not supported for followers_count')
  if ((params.number('since') ?? OLDEST_SECONDS) < OLDEST_SECONDS)
    throw badParameter(`Param since must be at least ${OLDEST_SECONDS}`)
  const days = insightDays(state, params, { maxDays: MAX_DAYS })
  const posts = [...state.posts.values()].filter(
    ({ owner, repostOf }) => owner === userId && repostOf === null,
  )
  const total = (name: string, list: readonly Post[]): number =>
    list.reduce((sum, post) => sum + (METRICS[name]?.(state, post) ?? 0), 0)
  const within = posts.filter((post) => days.some((day) => createdOn(day)(post)))
  const data = names.map((name) => {
    if (name === 'views')
      return insightJson(userId, name, {
        period: 'day',
        values: days.map((day) => ({
          value: total(name, posts.filter(createdOn(day))),
          end_time: day.end_time,
        })),
      })
    if (name === 'clicks')
      return insightJson(userId, name, {
        period: 'day',
        link_total_values: [
          { value: within.length, link_url: 'https://ada.example/bread' },
          { value: 1, link_url: 'https://ada.example/cake' },
        ],
      })
    const value = name === 'followers_count' ? state.accounts.size : total(name, within)
    return insightJson(userId, name, { period: 'day', total_value: { value } })
  })
  return { data }
}
