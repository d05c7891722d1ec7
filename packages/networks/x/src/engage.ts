import {
  type Call,
  type CanComment,
  type CanDeleteReplies,
  type CanLike,
  type CanReadLikes,
  type CanReply,
  type CanReplyToUpdates,
  type CanRepost,
  type LikeResult,
  model,
  NotSupportedError,
  readOptions,
  type RepostResult,
} from '@social/core/platform'

import { MAX_PAGE_SIZE, DELETE_COST, INTERACTION_COST, UNLIKE_COST, usersCost } from './limits/index.js'
import { toPerson, updateActions } from './map/index.js'
import { TEXTS } from './messages.js'
import { postOptions, type Settings } from './options.js'
import { checkDraft, deletePost, sendPost } from './publish/index.js'
import { postPath } from './read/index.js'
import { likedReply, repostedReply, usersReply } from './schemas.js'
import { assertScope } from './sign-in.js'

/** Returns the request path of the account's likes or reposts. */
const ownPath = ({ connection }: Call, what: 'likes' | 'retweets'): string =>
  `/users/${encodeURIComponent(connection.accountId)}/${what}`

/**
 * Likes a post. X ignores a repeated like, so the request can be retried.
 * https://docs.x.com/x-api/users/like-post (read 2026-11-22)
 */
async function like(postId: string, call: Call): Promise<LikeResult> {
  postPath(postId)
  assertScope(call.connection, 'like.write')
  const { raw } = await call.http.request('POST', ownPath(call, 'likes'), likedReply, {
    json: { tweet_id: postId },
    retry: 'always',
    cost: INTERACTION_COST,
  })
  return model({ postId, likeId: null, raw })
}

/**
 * Reposts a post. X ignores a repeated repost, so the request can be retried.
 * https://docs.x.com/x-api/users/repost-post (read 2026-11-22)
 */
async function repost(postId: string, call: Call): Promise<RepostResult> {
  postPath(postId)
  assertScope(call.connection, 'tweet.write')
  const { data, raw } = await call.http.request('POST', ownPath(call, 'retweets'), repostedReply, {
    json: { tweet_id: postId },
    retry: 'always',
    cost: INTERACTION_COST,
  })
  return model({ postId, repostId: data.data.rest_id ?? null, raw })
}

/** Creates the methods for replies, likes and reposts. A reply is published like any other post. */
export function engaging(
  settings: Settings,
): CanReply & CanReplyToUpdates & CanComment & CanDeleteReplies & CanLike & CanReadLikes & CanRepost {
  return {
    async reply(postId, { text, media, options: given }, call) {
      postPath(postId)
      const options = readOptions(postOptions, given, { platform: 'x' })
      const draft = { text, media, options, publishAt: null, replyTo: postId }
      await checkDraft(draft, settings, call)
      return sendPost(draft, settings, call)
    },

    async replyToUpdate({ kind, kindName, postId }, text, call) {
      if (postId === null || !updateActions({ kind, postId }, null).includes('REPLY'))
        throw new NotSupportedError({
          platform: 'x',
          what: `replying to an update of the kind ${kind === 'UNKNOWN' ? kindName : kind}`,
          suggestion: 'Pass an update of the kind MENTION. It has a postId.',
          reason: 'NOT_ANSWERABLE',
          userText: TEXTS.NOT_ANSWERABLE,
        })
      postPath(postId)
      const draft = { text, media: [], options: {}, publishAt: null, replyTo: postId }
      await checkDraft(draft, settings, call)
      return (await sendPost(draft, settings, call)).id
    },

    /** Replies to a post of the account, which every plan allows. */
    async comment(postId, text, call) {
      const draft = { text, media: [], options: {}, publishAt: null }
      // The id of the post is unknown while a first comment is checked.
      await checkDraft({ ...draft, replyTo: null }, settings, call)
      return (await sendPost({ ...draft, replyTo: postId }, settings, call)).id
    },

    deleteReply: (_update, replyId, call) => deletePost(replyId, call),

    like,

    async unlike(postId, _options, call) {
      postPath(postId)
      assertScope(call.connection, 'like.write')
      await call.http.request('DELETE', `${ownPath(call, 'likes')}/${postId}`, null, {
        retry: 'always',
        cost: UNLIKE_COST,
      })
    },

    repost,

    async undoRepost(postId, _options, call) {
      postPath(postId)
      assertScope(call.connection, 'tweet.write')
      await call.http.request('DELETE', `${ownPath(call, 'retweets')}/${postId}`, null, {
        retry: 'always',
        cost: DELETE_COST,
      })
    },

    async readLikes(postId, { after, limit }, { http, connection }) {
      const path = `${postPath(postId)}/liking_users`
      assertScope(connection, 'like.read')
      const size = Math.min(limit ?? MAX_PAGE_SIZE, MAX_PAGE_SIZE)
      const { data, meta } = await http.get(path, usersReply, {
        query: {
          max_results: size,
          pagination_token: after,
          'user.fields': 'username,name,profile_image_url',
        },
        cost: usersCost(size),
      })
      const items = data.map((user) => model({ person: toPerson(user), likedAt: null, raw: user }))
      return { items, next: meta?.next_token ?? null }
    },
  }
}
