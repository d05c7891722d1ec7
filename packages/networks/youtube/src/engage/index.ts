import {
  type Call,
  type CanComment,
  type CanDeleteReplies,
  type CanEditReplies,
  type CanModerateComments,
  type CanReplyToUpdates,
  NotSupportedError,
  type Update,
} from '@social/core/platform'

import { SCOPES } from '../errors/index.js'
import { WRITE_COST } from '../limits.js'
import { because } from '../messages.js'
import type { Settings } from '../options.js'
import { createdReply } from '../schemas.js'
import { assertScope } from '../sign-in/index.js'
import { commentData, replyData } from './find-comment.js'

export { findComment } from './find-comment.js'

/** Abilities on comments. All requests need the scope `youtube.force-ssl`. */
type Engaging = CanReplyToUpdates & CanComment & CanEditReplies & CanDeleteReplies & CanModerateComments

/** @throws NotSupportedError for an update without a comment. */
function commentIdOf({ postId, kind, kindName, platform }: Update, what: string): string {
  if (postId !== null && kind === 'COMMENT_CREATED' && platform === 'youtube') return postId
  throw new NotSupportedError({
    platform: 'youtube',
    what: `${what} an update of the kind ${kind === 'UNKNOWN' ? kindName : kind}`,
    suggestion: 'Pass an update of the kind COMMENT_CREATED.',
    ...because('UPDATE_NOT_A_COMMENT'),
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

const assertComments = ({ connection }: Call): void => assertScope(connection, SCOPES.comments)

/** Deletes a comment of the channel. Costs 50 units of quota. */
async function deleteOwn(id: string, call: Call): Promise<void> {
  assertComments(call)
  await call.http.request('DELETE', '/comments', null, { query: { id }, cost: WRITE_COST })
}

/**
 * Writes, changes, hides and deletes comments. Each call costs 50 units of quota.
 * https://developers.google.com/youtube/data/reference/rest/v3/comments (read 2026-11-21),
 * https://developers.google.com/youtube/v3/docs/commentThreads/insert (read 2026-11-24)
 */
export function engaging(_settings: Settings): Engaging {
  return {
    /** Replies to a comment. The reply is always placed under the first comment of the thread. */
    async replyToUpdate(update, text, call) {
      const parentId = topCommentIdOf(update)
      assertComments(call)
      const { id } = await call.http.post('/comments', createdReply, {
        query: { part: 'snippet' },
        json: { snippet: { parentId, textOriginal: text } },
        finish: { data: replyData({ parentId, text }, call.networkNow()) },
        cost: WRITE_COST,
      })
      return id
    },

    /** Writes a comment under a video of the channel. */
    async comment(postId, text, call) {
      assertComments(call)
      const { id } = await call.http.post('/commentThreads', createdReply, {
        query: { part: 'snippet' },
        json: {
          snippet: {
            channelId: call.connection.accountId,
            videoId: postId,
            topLevelComment: { snippet: { textOriginal: text } },
          },
        },
        finish: { data: commentData({ videoId: postId, text }, call.networkNow()) },
        cost: WRITE_COST,
      })
      return id
    },

    /** Replaces the text of a reply. https://developers.google.com/youtube/v3/docs/comments/update (read 2026-11-24) */
    async editReply(update, replyId, text, call) {
      commentIdOf(update, 'editing a reply to')
      assertComments(call)
      await call.http.request('PUT', '/comments', createdReply, {
        query: { part: 'snippet' },
        json: { id: replyId, snippet: { textOriginal: text } },
        // A repeated change has no further effect.
        retry: 'always',
        cost: WRITE_COST,
      })
    },

    async deleteReply(update, replyId, call) {
      commentIdOf(update, 'deleting a reply to')
      await deleteOwn(replyId, call)
    },

    /**
     * Holds a comment for review, or shows it again. A comment is never rejected, because a rejection
     * cannot be undone.
     */
    async setCommentVisibility(update, { hidden }, call) {
      const id = commentIdOf(update, 'hiding')
      assertComments(call)
      const moderationStatus = hidden ? 'heldForReview' : 'published'
      await call.http.request('POST', '/comments/setModerationStatus', null, {
        query: { id, moderationStatus },
        retry: 'always',
        cost: WRITE_COST,
      })
    },

    /**
     * Deletes a comment that the channel itself wrote.
     *
     * @throws NotSupportedError for another user's comment.
     */
    async deleteComment(update, call) {
      const id = commentIdOf(update, 'deleting')
      if (!update.isOwn)
        throw new NotSupportedError({
          platform: 'youtube',
          what: 'deleting a comment of another user',
          suggestion: 'Hide it with account.setCommentVisibility(update, { hidden: true }).',
          ...because('COMMENT_OF_OTHERS'),
        })
      await deleteOwn(id, call)
    },
  }
}
