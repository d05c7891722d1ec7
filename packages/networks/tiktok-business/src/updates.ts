import {
  type Call,
  type CanReadUpdates,
  PlatformError,
  PostGoneError,
  rawOf,
  type Update,
} from '@social/core/platform'
import * as v from 'valibot'

import {
  COMMENTS_COST,
  FIRST_LOOK_SECONDS,
  MOST_COMMENTS_A_PAGE,
  MOST_COMMENTS_A_VIDEO,
  MOST_VIDEOS_A_PAGE,
  VIDEOS_COST,
} from './limits.js'
import { toUpdate } from './map.js'
import type { Settings } from './options.js'
import { commentItem, commentsReply, videoItem, videosReply } from './schemas.js'

/** Pages of videos that may come without one new video before the list counts as one without an end. Our choice. */
const MOST_EMPTY_PAGES = 5

/** The newest videos of the account. A page may be short, or empty, while more follow. */
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
        max_count: Math.min(most, MOST_VIDEOS_A_PAGE),
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
    if (data.cursor === cursor || emptyPages >= MOST_EMPTY_PAGES) {
      call.warn('TikTok lists videos without an end: the poll goes on with those it has.')
      break
    }
    cursor = data.cursor
  }
  return [...ids]
}

/** Comments of one video that are newer than a moment. TikTok lists some twice, and pinned ones first. */
async function readComments(videoId: string, since: Date, call: Call): Promise<readonly Update[]> {
  const { http, connection } = call
  const updates = new Map<string, Update>()
  let count = 0
  let cursor: string | number = 0
  while (true) {
    const { data }: v.InferOutput<typeof commentsReply> = await http.get(
      '/business/comment/list/',
      commentsReply,
      {
        query: {
          business_id: connection.accountId,
          video_id: videoId,
          status: 'ALL',
          // Without both, the order is chosen anew for every page.
          sort_field: 'create_time',
          sort_order: 'desc',
          max_count: MOST_COMMENTS_A_PAGE,
          cursor,
        },
        cost: COMMENTS_COST,
      },
    )
    const items = data.comments ?? []
    let isPastSince = false
    for (const item of items) {
      const read = v.safeParse(commentItem, item)
      const update = read.success ? toUpdate(read.output, rawOf(item), { videoId, connection }) : null
      if (update === null || !read.success) continue
      if (update.timestamp > since) updates.set(update.id, update)
      // A pinned comment stands first however old it is.
      else if (read.output.pinned !== true) isPastSince = true
    }
    count += items.length
    if (isPastSince || data.has_more !== true || data.cursor === null || data.cursor === cursor) break
    if (items.length === 0 || count >= MOST_COMMENTS_A_VIDEO) {
      call.warn(
        `A video has more than ${MOST_COMMENTS_A_VIDEO} new comments: the older ones of this poll are left out. Poll more often.`,
      )
      break
    }
    cursor = data.cursor
  }
  return [...updates.values()]
}

/** Polling comments: the newest videos, and the comments of each. Answers to comments are not listed there. */
export function polling({ recentPosts }: Settings): CanReadUpdates {
  return {
    /**
     * Comments since a moment, oldest first; without one, those of the last 30 days. Costs a request for every 20 videos,
     * and at least one for each video; TikTok allows 40 in a minute for one account and endpoint.
     */
    async fetchUpdates(since, call) {
      const from = since ?? new Date(call.networkNow().getTime() - FIRST_LOOK_SECONDS * 1000)
      const found = new Map<string, Update>()
      for (const videoId of await readVideoIds(recentPosts, call)) {
        try {
          for (const update of await readComments(videoId, from, call)) found.set(update.id, update)
        } catch (error) {
          // The video was deleted after it had been listed.
          if (!PostGoneError.is(error) || PlatformError.is(error)) throw error
        }
      }
      return [...found.values()].toSorted((one, other) => one.timestamp.getTime() - other.timestamp.getTime())
    },
  }
}
