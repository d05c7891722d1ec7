import {
  type Call,
  type CanReadProfile,
  type CanReadReplies,
  type CanReadStats,
  makePostStats,
  rawOf,
  type Update,
} from '@social/core/platform'
import { idPath, readGraphList, toGraphMoment } from '@social/meta-kit'

import { REPLY_FIELDS, toChangeUpdate, toReplyValue } from './map.js'
import type { Settings } from './options.js'
import { accountReply, insightsReply, replyItem } from './schemas.js'

/** Replies of one page; more are not given. */
const PAGE = 100
/** Pages of replies of one post that are read at most. */
const MOST_PAGES = 20

/** Which replies: those of the first level, or of every depth. */
export type ReplyList = 'replies' | 'conversation'

/** The replies under one post as they are pushed, oldest first. */
export async function readReplyList(
  postId: string,
  {
    list,
    maxPages,
    newestFirst,
  }: { readonly list: ReplyList; readonly maxPages: number; readonly newestFirst: boolean },
  call: Call,
): Promise<readonly Update[]> {
  const { accountId, accountName } = call.connection
  const root = { id: postId, ownerId: accountId, username: accountName }
  const query = { fields: REPLY_FIELDS.join(','), reverse: newestFirst, limit: PAGE }
  const updates: Update[] = []
  const options = { query, maxPages, more: 'CURSOR' } as const
  for await (const reply of readGraphList(call, idPath(postId, list), replyItem, options)) {
    // Without a moment nobody can say whether it is new.
    const at = toGraphMoment(reply.timestamp)
    if (at === null) continue
    const value = toReplyValue(reply, root)
    updates.push(toChangeUpdate({ accountId, field: 'replies', value, time: null, envelope: {} }, at))
  }
  return updates.toSorted((one, other) => one.timestamp.getTime() - other.timestamp.getTime())
}

/** Name, numbers, and what was replied. */
export function reading(_settings: Settings): CanReadProfile & CanReadStats & CanReadReplies {
  return {
    async readProfile({ http, connection }) {
      const query = { fields: 'username,threads_profile_picture_url' }
      const account = await http.get(idPath(connection.accountId), accountReply, { query })
      return {
        name: account.username ?? connection.accountName,
        avatarUrl: account.threads_profile_picture_url,
      }
    },

    /**
     * Likes, replies as comments, reposts as shares. Needs `threads_manage_insights`. Of a repost Threads tells nothing.
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

    /** Needs `threads_read_replies`. `wholeConversation` adds the replies to replies. */
    async readReplies(postId, { wholeConversation }, call) {
      const list = wholeConversation ? 'conversation' : 'replies'
      return readReplyList(postId, { list, maxPages: MOST_PAGES, newestFirst: false }, call)
    },
  }
}
