import {
  type Call,
  type CanComment,
  type CanDeleteReplies,
  type CanModerateComments,
  type CanReplyToUpdates,
  type CanRepost,
  ConfigError,
  describeValue,
  model,
  assertWork,
  NotSupportedError,
  refuseUnknownNames,
  type Update,
  type UserText,
} from '@social/core/platform'
import { deleteObject, idPath, readGraphList } from '@social/meta-kit'

import { actionsOf } from '../map.js'
import { TEXTS } from '../messages.js'
import type { Settings } from '../options.js'
import { publishing } from '../publish/index.js'
import { idReply, postItem, successReply } from '../schemas.js'

/** Number of the account's newest posts in which the library searches for an existing repost. */
const NEWEST = 100

interface Refusal {
  readonly suggestion: string
  readonly reason: string
  readonly userText: UserText
}

function wrongKind({ kind, kindName }: Update, what: string, rest: Refusal): NotSupportedError {
  return new NotSupportedError({
    platform: 'threads',
    what: `${what} an update of the kind ${kind === 'UNKNOWN' ? kindName : kind}`,
    ...rest,
  })
}

/** Returns the id of the post to reply to. Accepts updates about a reply or a mention. */
function answeredId(update: Update): string {
  const { postId, platform } = update
  if (postId !== null && platform === 'threads' && actionsOf(update, null).includes('REPLY')) return postId
  throw wrongKind(update, 'answering', {
    suggestion: 'Pass an update of the kind COMMENT_CREATED or MENTION.',
    reason: 'ANSWER_NOT_POSSIBLE',
    userText: TEXTS.ANSWER_NOT_POSSIBLE,
  })
}

/**
 * Returns the id of a reply to hide. Threads can hide only direct replies to a post. Their own
 * replies are then hidden too.
 */
function hiddenId(update: Update): string {
  const { postId, kind, platform } = update
  const refusal = { reason: 'HIDE_NOT_POSSIBLE', userText: TEXTS.HIDE_NOT_POSSIBLE } as const
  if (postId === null || platform !== 'threads' || kind !== 'COMMENT_CREATED')
    throw wrongKind(update, 'hiding', {
      ...refusal,
      suggestion: 'Pass an update of the kind COMMENT_CREATED.',
    })
  if (!actionsOf(update, null).includes('HIDE'))
    throw new NotSupportedError({
      platform: 'threads',
      what: 'hiding a reply to a reply',
      suggestion: 'Hide its parent reply, which is directly under the post: its replies are hidden too.',
      ...refusal,
    })
  return postId
}

/**
 * Creates the methods for replies, moderation and reposts. They require the permission
 * `threads_manage_replies`.
 * https://developers.facebook.com/documentation/threads/reply-management (copy of 13 February
 * 2026)
 */
export function engaging(
  settings: Settings,
): CanComment & CanReplyToUpdates & CanDeleteReplies & CanModerateComments & CanRepost {
  const { publish } = publishing(settings)
  return {
    /** Replies to a post of the account. The reply is published like any other post. */
    async comment(postId, text, call) {
      const draft = { text, media: [], options: {}, publishAt: null, replyTo: postId }
      return (await publish(draft, call)).id
    },

    /** Replies to a reply or a mention. The reply is published like any other post. */
    async replyToUpdate(update, text, call) {
      const draft = { text, media: [], options: {}, publishAt: null, replyTo: answeredId(update) }
      return (await publish(draft, call)).id
    },

    /**
     * Deletes a reply of the account, which is a post of the account. Requires the permission
     * `threads_delete`. Threads has no call that edits a post.
     */
    async deleteReply(_update, replyId, call) {
      await deleteObject(replyId, call)
    },

    /** Hides a direct reply to a post together with all replies below it, or shows them again. */
    async setCommentVisibility(update, { hidden }, { http }) {
      const path = idPath(hiddenId(update), 'manage_reply')
      await http.post(path, successReply, { form: { hide: hidden }, retry: 'always' })
    },

    /** Always refuses, because Threads does not allow an account to delete posts of other users. */
    deleteComment: () =>
      Promise.reject(
        new NotSupportedError({
          platform: 'threads',
          what: 'deleting a reply of another user',
          suggestion:
            'Hide it with account.setCommentVisibility. Delete own replies with account.deletePost.',
          reason: 'DELETE_NOT_POSSIBLE',
          userText: TEXTS.DELETE_NOT_POSSIBLE,
        }),
      ),

    /**
     * Reposts a post once. Searches the newest posts for a repost first, because Threads would
     * create a second repost.
     */
    async repost(postId, call) {
      const { http, connection } = call
      const query = { fields: 'id,media_type,reposted_post', limit: NEWEST }
      const path = idPath(connection.accountId, 'threads')
      const options = { query, maxPages: 1, more: 'CURSOR' } as const
      for await (const post of readGraphList(call, path, postItem, options))
        if (post.media_type === 'REPOST_FACADE' && post.reposted_post?.id === postId)
          return model({ postId, repostId: post.id, raw: { ...post } })
      const { data, raw } = await http.request('POST', idPath(postId, 'repost'), idReply)
      return model({ postId, repostId: data.id, raw })
    },

    /** Always refuses, because Threads documents no call that removes a repost. */
    undoRepost: () =>
      Promise.reject(
        new NotSupportedError({
          platform: 'threads',
          what: 'removing a repost',
          suggestion: 'The person can remove it in the Threads app.',
          reason: 'REPOST_NOT_REMOVABLE',
          userText: TEXTS.REPOST_NOT_REMOVABLE,
        }),
      ),
  }
}

/**
 * Approves a pending reply, which makes the reply public, or ignores it. An ignored reply can
 * still be approved later. A repeated call has no effect. Requires the permission
 * `threads_manage_replies`.
 * https://developers.facebook.com/documentation/threads/reply-management (copy of 13 February
 * 2026)
 *
 * @param replyId - Id from `pendingReplies`.
 * @param call - Call of an account.
 * @throws PostGoneError when the reply does not exist.
 * @example
 * await account.run((call) => approveReply(reply.id, { approve: true }, call))
 */
export async function approveReply(
  replyId: string,
  options: { readonly approve: boolean },
  call: Call,
): Promise<void> {
  assertWork('approveReply', call, { replyId })
  refuseUnknownNames(options, ['approve'], 'approveReply')
  const { approve } = options
  if (typeof approve !== 'boolean')
    throw new ConfigError(`approveReply: approve must be true or false, not ${describeValue(approve)}.`)
  const path = idPath(replyId, 'manage_pending_reply')
  await call.http.post(path, successReply, { form: { approve }, retry: 'always' })
}
