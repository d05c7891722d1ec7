import {
  type Call,
  type CanReadInsights,
  type InsightName,
  type Insights,
  type InsightsQuery,
  makeInsights,
  NotSupportedError,
  PostGoneError,
} from '@social/core/platform'
import * as v from 'valibot'

import { VIDEOS_COST } from './limits.js'
import { because, type OwnReason } from './messages.js'
import type { Settings } from './options.js'
import { insightsItem, videosReply } from './schemas.js'
import { assertScope, SCOPES } from './sign-in.js'

/**
 * Statistics of a video, by TikTok's fields. The second group needs the scope `video.insights`.
 * https://business-api.tiktok.com/portal/docs?id=1762228421622786 (copy of August 2026)
 */
const COUNTS: Readonly<Record<string, InsightName>> = {
  video_views: 'VIEWS',
  reach: 'REACH',
  likes: 'LIKES',
  comments: 'COMMENTS',
  shares: 'SHARES',
  favorites: 'SAVES',
}
const WATCHED: Readonly<Record<string, InsightName>> = {
  total_time_watched: 'WATCH_SECONDS',
  average_time_watched: 'AVERAGE_WATCH_SECONDS',
  full_video_watched_rate: 'OTHER',
}

function refuse(what: string, suggestion: string, reason: OwnReason): NotSupportedError {
  return new NotSupportedError({ platform: 'tiktok_business', what, suggestion, ...because(reason) })
}

/**
 * Reads the totals of a public video with one request. TikTok's numbers are 24 to 48 hours old, and
 * missing until the owner turns on Analytics in the TikTok app.
 *
 * @throws NotSupportedError for the account, a period or days.
 * @throws MissingPermissionError without the scope `video.list`, before any request.
 * @throws PostGoneError for a video that TikTok does not list: deleted, not public, or of another account.
 */
async function readInsights(
  { postId, since, until, byDay }: InsightsQuery,
  { http, connection }: Call,
): Promise<Insights> {
  if (postId === null)
    throw refuse('statistics of the account', 'Pass postId for those of a video.', 'NO_ACCOUNT_INSIGHTS')
  if (since !== null || until !== null || byDay)
    throw refuse(
      'statistics of a period or by day',
      'Omit since, until and byDay: TikTok reports totals since the video was published.',
      'TOTALS_ONLY',
    )
  assertScope(connection, SCOPES.videos)
  const names = { ...COUNTS, ...(connection.scopes.includes(SCOPES.insights) && WATCHED) }
  const reply = await http.request('GET', '/business/video/list/', videosReply, {
    query: {
      business_id: connection.accountId,
      fields: JSON.stringify(['item_id', ...Object.keys(names)]),
      filters: JSON.stringify({ video_ids: [postId] }),
    },
    cost: VIDEOS_COST,
  })
  const videos = (reply.data.data.videos ?? []).flatMap((item) => {
    const read = v.safeParse(insightsItem, item)
    return read.success && read.output.item_id === postId ? [read.output] : []
  })
  const [video] = videos
  if (video === undefined)
    throw new PostGoneError(
      'tiktok_business does not list the video: it was deleted, is not public, or belongs to another account. Remove it from your data.',
      { platform: 'tiktok_business' },
    )
  const sent = new Map<string, unknown>(Object.entries(video))
  const metrics = Object.entries(names).flatMap(([networkName, name]) => {
    const value = sent.get(networkName)
    return typeof value === 'number' && Number.isFinite(value) ? [{ name, networkName, value }] : []
  })
  return makeInsights({ postId, metrics, raw: reply.raw })
}

/** Reads statistics of videos. */
export function reading(_settings: Settings): CanReadInsights {
  return { readInsights }
}
