import {
  type Call,
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
} from '@social/core/platform'
import { idPath, readGraphList } from '@social/meta-kit'

import type { Settings } from './options.js'
import { publishing } from './publish/index.js'
import { idReply, postItem, successReply } from './schemas.js'

/** Number of the account's newest posts that are searched for a repost. */
const NEWEST = 100

function idAt(value: unknown): string | null {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : null
  return typeof id === 'string' ? id : null
}

function wrongKind({ kind, kindName }: Update, what: string, suggestion: string): NotSupportedError {
  return new NotSupportedError({
    platform: 'threads',
    what: `${what} an update of the kind ${kind === 'UNKNOWN' ? kindName : kind}`,
    suggestion,
  })
}

/** Returns the id of an update that the account can reply to: a reply or a mention. */
function answeredId(update: Update): string {
  const { postId, kind, platform } = update
  if (postId !== null && platform === 'threads' && (kind === 'COMMENT_CREATED' || kind === 'MENTION'))
    return postId
  throw wrongKind(update, 'answering', 'Pass an update of the kind COMMENT_CREATED or MENTION.')
}

/**
 * Returns the id of a reply that the account can hide. Only direct replies to a post can be hidden, and hiding
 * includes their own replies.
 */
function hiddenId(update: Update): string {
  const { postId, kind, platform, raw } = update
  if (postId === null || platform !== 'threads' || kind !== 'COMMENT_CREATED')
    throw wrongKind(update, 'hiding', 'Pass an update of the kind COMMENT_CREATED.')
  const [parent, root] = [idAt(raw['replied_to']), idAt(raw['root_post'])]
  if (parent !== null && root !== null && parent !== root)
    throw new NotSupportedError({
      platform: 'threads',
      what: 'hiding a reply to a reply',
      suggestion: 'Hide its parent reply, which is directly under the post: its replies are hidden too.',
    })
  return postId
}

/**
 * Replies, moderation and reposts. Needs `threads_manage_replies`.
 * https://developers.facebook.com/documentation/threads/reply-management (copy of 13 February 2026)
 */
export function engaging(settings: Settings): CanReplyToUpdates & CanModerateComments & CanRepost {
  const { publish } = publishing(settings)
  return {
    /** Replies to a reply or a mention. The new reply is published like any other post. */
    async replyToUpdate(update, text, call) {
      const draft = { text, media: [], options: {}, publishAt: null, replyTo: answeredId(update) }
      return (await publish(draft, call)).id
    },

    /** Hides a direct reply to a post and everything below it, or shows it again. */
    async setCommentVisibility(update, { hidden }, { http }) {
      const path = idPath(hiddenId(update), 'manage_reply')
      await http.post(path, successReply, { form: { hide: hidden }, retry: 'always' })
    },

    /** Threads does not allow the deletion of other users' posts. */
    deleteComment: () =>
      Promise.reject(
        new NotSupportedError({
          platform: 'threads',
          what: 'deleting a reply of another user',
          suggestion:
            'Hide it with account.setCommentVisibility. Delete own replies with account.deletePost.',
        }),
      ),

    /**
     * Reposts a post once. Threads creates a second repost on a repeated request, so the newest posts are searched
     * first.
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
        }),
      ),
  }
}

/**
 * Approves a pending reply, which makes it public, or ignores it. An ignored reply can be approved later. Repeating
 * has no effect. Needs `threads_manage_replies`.
 * https://developers.facebook.com/documentation/threads/reply-management (copy of 13 February 2026)
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
