import {
  type Call,
  type CanDeleteReplies,
  type CanModerateComments,
  type CanReconcile,
  type CanReplyToUpdates,
  invalidPost,
  NotSupportedError,
  type Update,
} from '@social/core/platform'

import { MAX_REPLY_LENGTH, WRITE_COST } from '../limits.js'
import { because } from '../messages.js'
import type { Settings } from '../options.js'
import { doneReply, replyReply } from '../schemas.js'
import { assertScope, SCOPES } from '../sign-in.js'
import { findReply, replyData } from './find-reply.js'

const PLATFORM = 'tiktok_business'

/**
 * Reads the comment that an update is about.
 *
 * @throws NotSupportedError for an update without a comment.
 */
function commentOf({ kind, kindName, postId, aboutPostId, platform }: Update, what: string) {
  if (kind === 'COMMENT_CREATED' && platform === PLATFORM && postId && aboutPostId)
    return { commentId: postId, videoId: aboutPostId }
  const isComment = kind === 'COMMENT_CREATED'
  throw new NotSupportedError({
    platform: PLATFORM,
    what: isComment
      ? `${what} an update without the ids of a comment and its video`
      : `${what} an update of the kind ${kind === 'UNKNOWN' ? kindName : kind}`,
    suggestion: isComment
      ? 'Pass the update as it was delivered. Store it with toRecord(update), and restore it with fromRecord(record).'
      : 'Pass an update of the kind COMMENT_CREATED.',
    ...because('UPDATE_NOT_A_COMMENT'),
  })
}

/**
 * Throws when a reply is too long. The length is counted in code points, because TikTok documents
 * only "characters (UTF-8)".
 */
function assertFittingText(text: string): void {
  const length = Array.from(text).length
  if (length <= MAX_REPLY_LENGTH) return
  const over = length - MAX_REPLY_LENGTH
  throw invalidPost(PLATFORM, {
    field: 'text',
    code: 'TEXT_TOO_LONG',
    limit: MAX_REPLY_LENGTH,
    actual: length,
    facts: { over },
    message: `The reply has ${length} characters. tiktok_business accepts at most ${MAX_REPLY_LENGTH}. Shorten it by ${over}.`,
  })
}

/** Deletes a comment or a reply of the account. */
async function deleteOwn(commentId: string, { http, connection }: Call): Promise<void> {
  assertScope(connection, SCOPES.manage)
  await http.delete('/business/comment/delete/', doneReply, {
    method: 'POST',
    json: { business_id: connection.accountId, comment_id: commentId },
    cost: WRITE_COST,
  })
}

/**
 * Replies to, hides and deletes comments. All calls need the scope `comment.list.manage`.
 * https://business-api.tiktok.com/portal/docs?id=1762228448779266 (reply), 1762228474532865
 * (hide), 1762228483080193 (delete); copies of August 2026
 */
export function engaging(
  _settings: Settings,
): CanReplyToUpdates & CanDeleteReplies & CanModerateComments & CanReconcile {
  return {
    reconcile: findReply,

    /**
     * Replies to a comment with one request. When many replies with the same text are sent in a
     * short time, TikTok hides them as spam without an error.
     */
    async replyToUpdate(update, text, call) {
      const { commentId, videoId } = commentOf(update, 'answering')
      assertFittingText(text)
      assertScope(call.connection, SCOPES.manage)
      const { data } = await call.http.post('/business/comment/reply/create/', replyReply, {
        json: { business_id: call.connection.accountId, video_id: videoId, comment_id: commentId, text },
        finish: { data: replyData({ videoId, commentId, text }, call.networkNow()) },
        cost: WRITE_COST,
      })
      return data.comment_id
    },

    /**
     * Hides a comment, or shows it again. If TikTok itself hid the comment, the comment stays
     * hidden although TikTok reports success.
     */
    async setCommentVisibility(update, { hidden }, { http, connection }) {
      const { commentId, videoId } = commentOf(update, 'hiding')
      assertScope(connection, SCOPES.manage)
      await http.post('/business/comment/hide/', doneReply, {
        json: {
          business_id: connection.accountId,
          video_id: videoId,
          comment_id: commentId,
          action: hidden ? 'HIDE' : 'UNHIDE',
        },
        // Hiding or showing a comment twice has no further effect.
        retry: 'always',
        cost: WRITE_COST,
      })
    },

    /** Deletes a reply of the account. TikTok has no call to edit a comment. */
    async deleteReply(update, replyId, call) {
      commentOf(update, 'deleting a reply to')
      await deleteOwn(replyId, call)
    },

    /**
     * Deletes a comment that the account itself wrote.
     *
     * @throws NotSupportedError for another user's comment, and for a pushed comment, whose author is
     *   unknown.
     */
    async deleteComment(update, call) {
      const { commentId } = commentOf(update, 'deleting')
      if (!update.isOwn)
        throw new NotSupportedError({
          platform: PLATFORM,
          what: 'deleting a comment of another account',
          suggestion: 'Hide it with account.setCommentVisibility(update, { hidden: true }).',
          ...because('COMMENT_OF_OTHERS'),
        })
      await deleteOwn(commentId, call)
    },
  }
}
