import {
  type CanReadInsights,
  type CanReadProfile,
  type CanReadReplies,
  type CanReadStats,
  assertWork,
  makePostStats,
  pictureUrl,
  rawOf,
  type Call,
  type Update,
  type UpdatePage,
} from '@social/core/platform'
import { idPath, readGraphList, readGraphPage, toGraphMoment } from '@social/meta-kit'
import * as v from 'valibot'

import { toChangeUpdate, toCommentValue } from '../map.js'
import type { Settings } from '../options.js'
import { accountReply, commentItem, mediaReply, permalinkReply, replyItem } from '../schemas.js'
import { readingInsights } from './insights.js'

/** Maximum pages of comments read for one media. A page has 50 comments. Our choice. */
const MAX_PAGES = 20
const FIELDS =
  'id,text,timestamp,from{id,username},parent_id,media{id,media_product_type},replies{id,text,timestamp,from{id,username},parent_id}'

type Comment = v.InferOutput<typeof commentItem>

/**
 * Converts a comment and its replies to updates with the same form as those from webhooks. Omits
 * comments and replies without a time.
 */
function toUpdates(comment: Comment, mediaId: string, { connection }: Call): readonly Update[] {
  const { accountId } = connection
  const media = comment.media ?? { id: mediaId, media_product_type: null }
  const answers = (comment.replies?.data ?? []).flatMap((item) => {
    const read = v.safeParse(replyItem, item)
    return read.success ? [{ ...read.output, parent_id: read.output.parent_id ?? comment.id }] : []
  })
  return [comment, ...answers].flatMap((one) => {
    const time = toGraphMoment(one.timestamp)
    if (time === null) return []
    const value = toCommentValue(one, media)
    return [toChangeUpdate({ accountId, field: 'comments', value, time, envelope: {} }, time, connection)]
  })
}

const QUERY = { fields: FIELDS, limit: 50 } as const

/**
 * Reads the comments on one media, oldest first, as updates with the same form as those from
 * webhooks.
 */
async function readComments(mediaId: string, call: Call): Promise<readonly Update[]> {
  const updates: Update[] = []
  const path = idPath(mediaId, 'comments')
  const options = { query: QUERY, maxPages: MAX_PAGES }
  for await (const comment of readGraphList(call, path, commentItem, options))
    updates.push(...toUpdates(comment, mediaId, call))
  return updates.toSorted((one, other) => one.timestamp.getTime() - other.timestamp.getTime())
}

/**
 * Reads one page of comments newer than a time, newest first. Without a time, reads only the first
 * page. A new reply to an older comment is found only if its comment is on a page that is read.
 */
export async function readCommentPage(
  mediaId: string,
  { since, cursor }: { readonly since: Date | null; readonly cursor: string | null },
  call: Call,
): Promise<UpdatePage> {
  const options = { query: QUERY, after: cursor }
  const { items, next } = await readGraphPage(call, idPath(mediaId, 'comments'), commentItem, options)
  const updates = items.flatMap((comment) => toUpdates(comment, mediaId, call))
  if (since === null) return { updates, next: null }
  const isPastSince = items.some(({ timestamp }) => {
    const time = toGraphMoment(timestamp)
    return time !== null && time <= since
  })
  return {
    updates: updates.filter(({ timestamp }) => timestamp > since),
    next: isPastSince ? null : next,
  }
}

/** Creates the methods that read the profile, statistics and replies. */
export function reading(
  _settings: Settings,
): CanReadProfile & CanReadStats & CanReadReplies & CanReadInsights {
  return {
    ...readingInsights(),

    async readProfile({ http, connection }) {
      const query = { fields: 'username,profile_picture_url' }
      const { username, profile_picture_url: picture } = await http.get(
        idPath(connection.accountId),
        accountReply,
        { query },
      )
      return { name: username ?? connection.accountName, avatarUrl: pictureUrl(picture) }
    },

    /** Reads the number of likes and comments, which need no further permission. */
    async readStats(postId, { http }) {
      const query = { fields: 'id,like_count,comments_count' }
      const { data, raw } = await http.request('GET', idPath(postId), mediaReply, { query })
      return makePostStats({
        id: postId,
        likes: data.like_count,
        comments: data.comments_count,
        raw: rawOf(raw),
      })
    },

    /**
     * Reads the comments on a media. Requires the permission `instagram_business_manage_comments`.
     * With `wholeConversation`, also returns the replies to comments.
     */
    async readReplies(postId, { wholeConversation }, call) {
      const all = await readComments(postId, call)
      return wholeConversation ? all : all.filter(({ raw }) => raw['parent_id'] === undefined)
    },
  }
}

/**
 * Reads the URL of a published post, with one request. `PostResult.url` of a new post is null,
 * because Instagram reports the URL only for a published media. Read it after `post`, and keep the
 * post if this request fails.
 * https://developers.facebook.com/documentation/instagram-platform/reference/instagram-media (read 2026-11-24)
 *
 * @param postId - Id from `account.post`.
 * @param call - Call of an account.
 * @returns Null if Instagram sends none, for example for a post with protected content.
 * @throws PostGoneError when the post does not exist.
 * @example
 * const { id } = await account.post({ media })
 * const url = await account.run((call) => readPermalink(id, call))
 */
export async function readPermalink(postId: string, call: Call): Promise<string | null> {
  assertWork('readPermalink', call, { postId })
  const { permalink } = await call.http.get(idPath(postId), permalinkReply, {
    query: { fields: 'id,permalink' },
  })
  return permalink
}
