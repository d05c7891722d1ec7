import {
  type Call,
  type CanReadInsights,
  type CanReadProfile,
  type CanReadReplies,
  type CanReadStats,
  type CanSearchChoices,
  makePostStats,
  assertWork,
  pictureUrl,
  type RawData,
  rawOf,
  type Update,
  type UpdatePage,
} from '@social/core/platform'
import { idPath, readGraphList, readGraphPage, toGraphMoment } from '@social/meta-kit'
import type * as v from 'valibot'

import { REPLY_FIELDS, toChangeUpdate, toReplyValue } from '../map.js'
import type { Settings } from '../options.js'
import { accountReply, insightsReply, pendingItem, replyItem } from '../schemas.js'
import { readingInsights } from './insights.js'
import { searchingPlaces } from './places.js'

/** Maximum replies in one page. */
const PAGE = 100
/** Maximum pages of replies that are read for one post. Our choice. */
const MAX_PAGES = 20

/**
 * Lists of replies to a post: `replies` contains only direct replies, `conversation` contains all
 * levels.
 */
type ReplyList = 'replies' | 'conversation'

/**
 * Converts replies to updates with the same form as those from webhooks, in the order of the list.
 * Omits replies without a time.
 */
function toUpdates(
  replies: readonly v.InferOutput<typeof replyItem>[],
  postId: string,
  { connection }: Call,
): readonly Update[] {
  const { accountId, accountName } = connection
  const root = { id: postId, ownerId: accountId, username: accountName }
  return replies.flatMap((reply) => {
    const at = toGraphMoment(reply.timestamp)
    if (at === null) return []
    const value = toReplyValue(reply, root)
    return [toChangeUpdate({ accountId, field: 'replies', value, time: null, envelope: {} }, at, connection)]
  })
}

const queryOf = (newestFirst: boolean) => ({
  fields: REPLY_FIELDS.join(','),
  reverse: newestFirst,
  limit: PAGE,
})

/** Reads the replies to one post, oldest first. */
async function readReplyList(postId: string, list: ReplyList, call: Call): Promise<readonly Update[]> {
  const replies: v.InferOutput<typeof replyItem>[] = []
  const options = { query: queryOf(false), maxPages: MAX_PAGES, more: 'CURSOR' } as const
  for await (const reply of readGraphList(call, idPath(postId, list), replyItem, options)) replies.push(reply)
  return toUpdates(replies, postId, call).toSorted(
    (one, other) => one.timestamp.getTime() - other.timestamp.getTime(),
  )
}

/**
 * Reads one page of replies newer than a time, newest first. Without a time, reads only the first
 * page.
 */
export async function readReplyPage(
  postId: string,
  { since, cursor }: { readonly since: Date | null; readonly cursor: string | null },
  call: Call,
): Promise<UpdatePage> {
  const options = { query: queryOf(true), more: 'CURSOR', after: cursor } as const
  const { items, next } = await readGraphPage(call, idPath(postId, 'conversation'), replyItem, options)
  const updates = toUpdates(items, postId, call)
  const news = since === null ? updates : updates.filter(({ timestamp }) => timestamp > since)
  return { updates: news, next: since === null || news.length < updates.length ? null : next }
}

/** Creates the methods that read the profile, statistics, replies and places. */
export function reading(
  _settings: Settings,
): CanReadProfile & CanReadStats & CanReadReplies & CanReadInsights & CanSearchChoices {
  return {
    ...searchingPlaces,
    ...readingInsights(),

    async readProfile({ http, connection }) {
      const query = { fields: 'username,threads_profile_picture_url' }
      const account = await http.get(idPath(connection.accountId), accountReply, { query })
      return {
        name: account.username ?? connection.accountName,
        avatarUrl: pictureUrl(account.threads_profile_picture_url),
      }
    },

    /**
     * Reads the statistics of a post: likes, replies (as comments) and reposts (as shares). Requires
     * the permission `threads_manage_insights`. A repost itself has no statistics.
     * https://developers.facebook.com/documentation/threads/insights (copy of 2026)
     */
    async readStats(postId, { http }) {
      const query = { metric: 'likes,replies,reposts' }
      const { data, raw } = await http.request('GET', idPath(postId, 'insights'), insightsReply, { query })
      const figure = (name: string): number | null =>
        data.data.find((metric) => metric.name === name)?.values[0]?.value ?? null
      return makePostStats({
        id: postId,
        likes: figure('likes'),
        comments: figure('replies'),
        shares: figure('reposts'),
        raw: rawOf(raw),
      })
    },

    /**
     * Reads the replies to a post. Requires the permission `threads_read_replies`. With
     * `wholeConversation`, also returns the replies to replies.
     */
    async readReplies(postId, { wholeConversation }, call) {
      const list = wholeConversation ? 'conversation' : 'replies'
      return readReplyList(postId, list, call)
    },
  }
}

/** A reply that waits for the account's approval and is not public yet. */
export interface PendingReply {
  readonly id: string
  readonly text: string
  /** User name of the author; null when missing. */
  readonly username: string | null
  readonly writtenAt: Date | null
  /**
   * True once the account has ignored the reply. The account can still approve an ignored reply.
   */
  readonly isIgnored: boolean
  /** Response of Threads, unchanged. */
  readonly raw: RawData
}

const PENDING_FIELDS = 'id,text,username,timestamp,reply_approval_status'

/**
 * Reads the replies that wait for approval under a post with `enableReplyApprovals`, oldest first.
 * Threads sends no webhooks for these replies, so poll from time to time. Requires the permissions
 * `threads_read_replies` and `threads_manage_replies`.
 * https://developers.facebook.com/documentation/threads/reply-management (copy of 13 February
 * 2026)
 *
 * @param postId - Id of one of the account's own posts.
 * @param call - Call of an account.
 * @throws PostGoneError when the post is deleted, or belongs to another user.
 * @example
 * for (const reply of await account.run((call) => pendingReplies(postId, call)))
 *   if (isKind(reply.text)) await account.run((call) => approveReply(reply.id, { approve: true }, call))
 */
export async function pendingReplies(postId: string, call: Call): Promise<readonly PendingReply[]> {
  assertWork('pendingReplies', call, { postId })
  const query = { fields: PENDING_FIELDS, reverse: false, limit: PAGE }
  const options = { query, maxPages: MAX_PAGES, more: 'CURSOR' } as const
  const pending: PendingReply[] = []
  for await (const item of readGraphList(call, idPath(postId, 'pending_replies'), pendingItem, options))
    pending.push({
      id: item.id,
      text: item.text ?? '',
      username: item.username,
      writtenAt: toGraphMoment(item.timestamp),
      isIgnored: item.reply_approval_status?.toLowerCase() === 'ignored',
      raw: { ...item },
    })
  return pending
}
