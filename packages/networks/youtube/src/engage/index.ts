import {
  type CanModerateComments,
  type CanReplyToUpdates,
  NotSupportedError,
  type Update,
} from '@social/core/platform'

import { WRITE_COST } from '../limits.js'
import type { Settings } from '../options.js'
import { createdReply } from '../schemas.js'
import { replyData } from './find-reply.js'

export { findReply } from './find-reply.js'

/** @throws NotSupportedError for an update without a comment. */
function commentIdOf({ postId, kind, kindName, platform }: Update, what: string): string {
  if (postId !== null && kind === 'COMMENT_CREATED' && platform === 'youtube') return postId
  throw new NotSupportedError({
    platform: 'youtube',
    what: `${what} an update of the kind ${kind === 'UNKNOWN' ? kindName : kind}`,
    suggestion: 'Pass an update of the kind COMMENT_CREATED.',
  })
}

/**
 * Returns the id of the first comment of a thread. YouTube has one level of replies, whose ids are
 * `<top>.<reply>`.
 */
function topCommentIdOf(update: Update): string {
  const [top = ''] = commentIdOf(update, 'answering').split('.')
  return update.threadRootId ?? top
}

/**
 * Replies to, hides and deletes comments. All three calls need the scope `youtube.force-ssl`.
 * https://developers.google.com/youtube/data/reference/rest/v3/comments (read 2026-11-21)
 */
export function engaging(_settings: Settings): CanReplyToUpdates & CanModerateComments {
  return {
    /**
     * Replies to a comment. The reply is always placed under the first comment of the thread.
     * Costs 50 units of quota.
     */
    async replyToUpdate(update, text, call) {
      const parentId = topCommentIdOf(update)
      const { id } = await call.http.post('/comments', createdReply, {
        query: { part: 'snippet' },
        json: { snippet: { parentId, textOriginal: text } },
        finish: { data: replyData({ parentId, text }, call.networkNow()) },
        cost: WRITE_COST,
      })
      return id
    },

    /**
     * Holds a comment for review, or shows it again. Costs 50 units of quota. A comment is never
     * rejected, because a rejection cannot be undone.
     */
    async setCommentVisibility(update, { hidden }, { http }) {
      const moderationStatus = hidden ? 'heldForReview' : 'published'
      await http.request('POST', '/comments/setModerationStatus', null, {
        query: { id: commentIdOf(update, 'hiding'), moderationStatus },
        retry: 'always',
        cost: WRITE_COST,
      })
    },

    /**
     * Deletes a comment that the channel itself wrote. Costs 50 units of quota.
     *
     * @throws NotSupportedError for another user's comment.
     */
    async deleteComment(update, { http }) {
      const id = commentIdOf(update, 'deleting')
      if (!update.isOwn)
        throw new NotSupportedError({
          platform: 'youtube',
          what: 'deleting a comment of another user',
          suggestion: 'Hide it with account.setCommentVisibility(update, { hidden: true }).',
        })
      await http.request('DELETE', '/comments', null, { query: { id }, cost: WRITE_COST })
    },
  }
}
