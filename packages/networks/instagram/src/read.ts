import {
  type CanReadProfile,
  type CanReadReplies,
  type CanReadStats,
  makePostStats,
  rawOf,
  type Call,
  type Update,
} from '@social/core/platform'
import { idPath, readGraphList, toGraphMoment } from '@social/meta-kit'
import * as v from 'valibot'

import { toChangeUpdate, toCommentValue } from './map.js'
import type { Settings } from './options.js'
import { accountReply, commentItem, mediaReply, replyItem } from './schemas.js'

/** Pages of comments of one media that are read at most, 50 comments each. Our choice. */
const MOST_PAGES = 20
const FIELDS =
  'id,text,timestamp,from{id,username},parent_id,media{id,media_product_type},replies{id,text,timestamp,from{id,username},parent_id}'

/** The comments on one media, oldest first, as they are pushed. */
export async function readComments(mediaId: string, call: Call): Promise<readonly Update[]> {
  const { accountId } = call.connection
  const updates: Update[] = []
  const query = { fields: FIELDS, limit: 50 }
  const path = idPath(mediaId, 'comments')
  for await (const comment of readGraphList(call, path, commentItem, { query, maxPages: MOST_PAGES })) {
    const media = comment.media ?? { id: mediaId, media_product_type: null }
    const answers = (comment.replies?.data ?? []).flatMap((item) => {
      const read = v.safeParse(replyItem, item)
      return read.success ? [{ ...read.output, parent_id: read.output.parent_id ?? comment.id }] : []
    })
    for (const one of [comment, ...answers]) {
      const time = toGraphMoment(one.timestamp)
      if (time === null) continue
      const value = toCommentValue(one, media)
      updates.push(toChangeUpdate({ accountId, field: 'comments', value, time, envelope: {} }, time))
    }
  }
  return updates.toSorted((one, other) => one.timestamp.getTime() - other.timestamp.getTime())
}

/** Name, numbers, and what was answered. */
export function reading(_settings: Settings): CanReadProfile & CanReadStats & CanReadReplies {
  return {
    async readProfile({ http, connection }) {
      const query = { fields: 'username,profile_picture_url' }
      const { username, profile_picture_url: picture } = await http.get(
        idPath(connection.accountId),
        accountReply,
        { query },
      )
      return { name: username ?? connection.accountName, avatarUrl: picture }
    },

    /** Likes and comments: what the account itself sees without a further permission. */
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

    /** Needs `instagram_business_manage_comments`. `wholeConversation` adds the answers to comments. */
    async readReplies(postId, { wholeConversation }, call) {
      const all = await readComments(postId, call)
      return wholeConversation ? all : all.filter(({ raw }) => raw['parent_id'] === undefined)
    },
  }
}
