import { requireScopes } from '../meta/access.js'
import type { SignedVisit } from '../meta/dispatch.js'
import { createdOn, insightDays, insightJson, metricNames } from '../meta/insights.js'
import { badParameter, noSuchObject, Refusal } from '../meta/refusal.js'
import { ownMedia } from './nodes.js'
import type { Media } from './records.js'
import { callerOf, type InstagramState } from './state.js'

const SCOPES = ['instagram_business_basic', 'instagram_business_manage_insights']
const MAX_DAYS = 30
/** Likes and comments from which the network shows statistics of a story. The emulator chose this number. */
const FEW_VIEWERS = 1

type Kind = Media['productType']
type Counter = (media: Media, comments: number) => number

/**
 * Statistics of media, and the kinds of media that have them.
 * https://developers.facebook.com/documentation/instagram-platform/reference/instagram-media/insights (read 2026-11-24)
 */
const METRICS: Readonly<Record<string, readonly [kinds: readonly Kind[], count: Counter]>> = {
  likes: [['FEED', 'REELS'], ({ likes }) => likes],
  comments: [['FEED', 'REELS'], (_media, comments) => comments],
  shares: [['FEED', 'REELS', 'STORY'], () => 0],
  saved: [['FEED', 'REELS'], () => 0],
  reach: [['FEED', 'REELS', 'STORY'], ({ likes }, comments) => (likes + comments) * 10],
  views: [['FEED', 'REELS', 'STORY'], ({ likes }, comments) => (likes + comments) * 12],
  total_interactions: [['FEED', 'REELS', 'STORY'], ({ likes }, comments) => likes + comments],
  profile_visits: [['FEED', 'STORY'], ({ likes }) => likes],
  follows: [['FEED', 'STORY'], () => 0],
  replies: [['STORY'], (_media, comments) => comments],
  ig_reels_avg_watch_time: [['REELS'], () => 2500],
  ig_reels_video_view_total_time: [['REELS'], ({ likes }) => likes * 2500],
}

const commentsOn = (state: InstagramState, { id }: Media): number =>
  [...state.comments.values()].filter(({ mediaId }) => mediaId === id).length

const countOf = (state: InstagramState, name: string, media: Media): number =>
  METRICS[name]?.[1](media, commentsOn(state, media)) ?? 0

const listed = (known: readonly string[]) => (): string =>
  `metric[0] must be one of the following values: ${known.join(', ')}`

function mediaInsights(state: InstagramState, { params }: SignedVisit, media: Media): unknown {
  params.only('metric', 'period')
  if (media.productType === 'STORY' && media.likes + commentsOn(state, media) < FEW_VIEWERS)
    throw new Refusal({ code: 10, message: '(#10) Not enough viewers for the media to show insights' })
  const known = Object.keys(METRICS).filter((name) => !state.settings.removedMetrics.includes(name))
  const names = metricNames(state, params, { known, refusal: listed(known) })
  for (const name of names)
    if (METRICS[name]?.[0].includes(media.productType) === false)
      throw badParameter(
        `The Media Insights API does not support the ${name} metric for this media product type.`,
      )
  return {
    data: names.map((name) =>
      insightJson(media.id, name, {
        period: 'lifetime',
        values: [{ value: countOf(state, name, media) }],
      }),
    ),
  }
}

/** Statistics of the account that have a total, and the statistic of media with which they are counted. */
const TOTALS: Readonly<Record<string, string>> = {
  views: 'views',
  reach: 'reach',
  likes: 'likes',
  comments: 'comments',
  shares: 'shares',
  saves: 'saved',
  replies: 'replies',
  profile_links_taps: 'profile_visits',
  accounts_engaged: 'total_interactions',
  total_interactions: 'total_interactions',
}
const SERIES = ['reach', 'follower_count']

/**
 * Statistics of the account: totals, or with the metric type `time_series` values by day.
 * https://developers.facebook.com/documentation/instagram-platform/api-reference/instagram-user/insights
 * (read 2026-11-24)
 */
function accountInsights(state: InstagramState, { access, params }: SignedVisit): unknown {
  const { userId } = callerOf(state, access)
  params.only('metric', 'period', 'metric_type', 'since', 'until')
  if (params.must('period') !== 'day') throw badParameter('The period must be day')
  const isTotal = params.oneOf('metric_type', ['total_value', 'time_series']) === 'total_value'
  const all = isTotal ? Object.keys(TOTALS) : SERIES
  const known = all.filter((name) => !state.settings.removedMetrics.includes(name))
  const names = metricNames(state, params, { known, refusal: listed(known) })
  const days = insightDays(state, params, { maxDays: MAX_DAYS })
  const media = [...state.media.values()].filter(({ owner, isPiece }) => owner === userId && !isPiece)
  const sum = (name: string, list: readonly Media[]): number =>
    list.reduce((total, one) => total + countOf(state, TOTALS[name] ?? name, one), 0)
  const within = media.filter((one) => days.some((day) => createdOn(day)(one)))
  const data = names.map((name) =>
    insightJson(userId, name, {
      period: 'day',
      ...(isTotal
        ? { total_value: { value: sum(name, within) } }
        : {
            values: days.map((day) => ({
              value: name === 'follower_count' ? 1 : sum(name, media.filter(createdOn(day))),
              end_time: day.end_time,
            })),
          }),
    }),
  )
  return { data }
}

/** GET /:id/insights: returns the statistics of media or of the caller's account. */
export function readInsights(state: InstagramState, visit: SignedVisit): unknown {
  const { access, path } = visit
  const id = path['id'] ?? ''
  requireScopes(state, access, SCOPES, 10)
  const caller = callerOf(state, access)
  if (id === caller.userId || id === caller.appScopedId) return accountInsights(state, visit)
  const media = ownMedia(state, visit, id)
  if (media === null) throw noSuchObject('get', id)
  return mediaInsights(state, visit, media)
}
