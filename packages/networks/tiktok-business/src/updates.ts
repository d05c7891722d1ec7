import {
  type Call,
  type CanReadUpdates,
  type CanReadUpdatesInSteps,
  PlatformError,
  PostGoneError,
  rawOf,
  readAllUpdateSteps,
  readUpdateLists,
  type Update,
  type UpdatePage,
} from '@social/core/platform'
import * as v from 'valibot'

import {
  COMMENTS_COST,
  FIRST_QUERY_SECONDS,
  MAX_COMMENTS_PER_PAGE,
  MAX_COMMENTS_PER_VIDEO,
  MAX_VIDEOS_PER_PAGE,
  PACE,
  REQUESTS_PER_MINUTE,
  VIDEOS_COST,
} from './limits.js'
import { toUpdate } from './map.js'
import type { Settings } from './options.js'
import { commentItem, commentsReply, videoItem, videosReply } from './schemas.js'

/**
 * Maximum consecutive pages without a new video. More such pages mean that the list is endless.
 * Our choice.
 */
const MAX_EMPTY_PAGES = 5

/**
 * Reads the ids of the account's newest videos. A page can be short or empty although more pages
 * follow.
 */
async function readVideoIds(most: number, call: Call): Promise<readonly string[]> {
  const { http, connection } = call
  const ids = new Set<string>()
  let cursor: string | number | null = null
  let emptyPages = 0
  while (ids.size < most) {
    const before = ids.size
    const { data }: v.InferOutput<typeof videosReply> = await http.get('/business/video/list/', videosReply, {
      query: {
        business_id: connection.accountId,
        fields: '["item_id","create_time","share_url","caption"]',
        max_count: Math.min(most, MAX_VIDEOS_PER_PAGE),
        cursor,
      },
      cost: VIDEOS_COST,
    })
    for (const item of data.videos ?? []) {
      const read = v.safeParse(videoItem, item)
      if (read.success && ids.size < most) ids.add(read.output.item_id)
    }
    emptyPages = ids.size > before ? 0 : emptyPages + 1
    if (data.has_more !== true || data.cursor === null) break
    if (data.cursor === cursor || emptyPages >= MAX_EMPTY_PAGES) {
      call.warn('TikTok returns an endless list of videos. The poll continues with the videos read so far.')
      break
    }
    cursor = data.cursor
  }
  return [...ids]
}

/**
 * Reads the comments of one page that are newer than `since`. TikTok lists some comments twice,
 * and pinned comments first.
 */
async function readPage(
  videoId: string,
  position: string | null,
  { since, call }: { readonly since: Date; readonly call: Call },
): Promise<UpdatePage> {
  const { http, connection } = call
  const [before, cursor] = readPosition(position)
  const { data } = await http.get('/business/comment/list/', commentsReply, {
    query: {
      business_id: connection.accountId,
      video_id: videoId,
      status: 'ALL',
      // Without `sort_field` and `sort_order`, TikTok changes the order between pages.
      sort_field: 'create_time',
      sort_order: 'desc',
      max_count: MAX_COMMENTS_PER_PAGE,
      cursor,
    },
    cost: COMMENTS_COST,
  })
  const items = data.comments ?? []
  const updates: Update[] = []
  let isPastSince = false
  for (const item of items) {
    const read = v.safeParse(commentItem, item)
    const update = read.success ? toUpdate(read.output, rawOf(item), { videoId, connection }) : null
    if (update === null || !read.success) continue
    if (update.timestamp > since) updates.push(update)
    // A pinned comment is skipped here, because TikTok lists it first regardless of its age.
    else if (read.output.pinned !== true) isPastSince = true
  }
  const count = before + items.length
  if (isPastSince || data.has_more !== true || data.cursor === null || String(data.cursor) === cursor)
    return { updates, next: null }
  if (items.length > 0 && count < MAX_COMMENTS_PER_VIDEO) return { updates, next: `${count}:${data.cursor}` }
  call.warn(
    `A video has more than ${MAX_COMMENTS_PER_VIDEO} new comments. This poll omits the older ones. Poll more often.`,
  )
  return { updates, next: null }
}

/**
 * Parses a position: the number of comments read before the page, and TikTok's cursor of the page.
 */
function readPosition(position: string | null): readonly [count: number, cursor: string] {
  const [count = '0', ...cursor] = (position ?? '0:0').split(':')
  return [Number(count), cursor.join(':')]
}

/**
 * Polls comments: reads the newest videos, then the comments of each video. TikTok's lists of
 * comments do not contain replies to comments.
 */
export function polling({ recentPosts }: Settings): CanReadUpdates & CanReadUpdatesInSteps {
  const readStep = (since: Date | null, progress: string | null, call: Call) => {
    const from = since ?? new Date(call.networkNow().getTime() - FIRST_QUERY_SECONDS * 1000)
    return readUpdateLists(progress, {
      readIds: () => readVideoIds(recentPosts, call),
      readPage: (id, position) => readPage(id, position, { since: from, call }),
      // Returns true when the video was deleted after it was listed.
      isGone: (error) => PostGoneError.is(error) && !PlatformError.is(error),
      maxPages: REQUESTS_PER_MINUTE,
      clock: call.clock,
    })
  }
  return {
    fetchUpdateStep: readStep,

    /**
     * Reads the comments since a time, oldest first. Without a time, reads the comments of the
     * last 30 days. Costs one request per 20 videos and at least one per video. Waits when
     * TikTok's 40 requests per minute are exhausted.
     */
    async fetchUpdates(since, call) {
      const { updates } = await readAllUpdateSteps((progress) => readStep(since, progress, call), {
        maxSteps: Infinity,
        maxWaitSeconds: PACE.seconds,
        sleep: (seconds) => call.clock.sleep(seconds, { signal: call.signal }),
      })
      return updates
    },
  }
}
