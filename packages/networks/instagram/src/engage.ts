import {
  type Call,
  type CanComment,
  type CanDeleteReplies,
  type CanModerateComments,
  type CanReplyToUpdates,
  invalidPost,
  measureText,
  assertObject,
  assertWork,
  NotAllowedError,
  NotSupportedError,
  type RawData,
  type Update,
  type UpdateAction,
} from '@social/core/platform'
import { deleteObject, idPath } from '@social/meta-kit'

import { MAX_CAPTION_LENGTH, MAX_MESSAGE_BYTES, PRIVATE_REPLY_MS } from './limits.js'
import { actionsOf } from './map.js'
import { TEXTS } from './messages.js'
import type { Settings } from './options.js'
import { NOTHING, sentData } from './publish/receipt.js'
import { idReply, messageReply, successReply } from './schemas.js'

/**
 * Returns the id of the comment in an update.
 *
 * @throws NotSupportedError for an update without a comment.
 */
function commentIdOf({ postId, kind, kindName, platform }: Update, what: string): string {
  if (postId !== null && kind === 'COMMENT_CREATED' && platform === 'instagram') return postId
  throw new NotSupportedError({
    platform: 'instagram',
    what: `${what} an update of the kind ${kind === 'UNKNOWN' ? kindName : kind}`,
    suggestion: 'Pass an update of the kind COMMENT_CREATED.',
    reason: 'UPDATE_NOT_A_COMMENT',
    userText: TEXTS.UPDATE_NOT_A_COMMENT,
  })
}

/**
 * Returns the id of the comment if Instagram allows the operation.
 *
 * @throws NotSupportedError for another update.
 */
function allowedOn(update: Update, action: UpdateAction, what: string): string {
  const id = commentIdOf(update, what)
  if (actionsOf(update, null).includes(action)) return id
  throw new NotSupportedError({
    platform: 'instagram',
    what: `${what} ${action === 'HIDE' ? "the account's own comment" : 'a comment on a live video'}`,
    suggestion:
      action === 'HIDE'
        ? 'account.deleteComment deletes it.'
        : 'Reply in the Instagram app during the broadcast.',
    reason: action === 'HIDE' ? 'OWN_COMMENT_VISIBLE' : 'LIVE_COMMENT',
    userText: action === 'HIDE' ? TEXTS.OWN_COMMENT_VISIBLE : TEXTS.LIVE_COMMENT,
  })
}

/** @throws InvalidPostError for a comment that is longer than Instagram accepts. */
function checkLength(text: string): void {
  const length = measureText(text)
  if (length > MAX_CAPTION_LENGTH)
    throw invalidPost('instagram', {
      field: 'text',
      code: 'TEXT_TOO_LONG',
      limit: MAX_CAPTION_LENGTH,
      actual: length,
      facts: { over: length - MAX_CAPTION_LENGTH },
      message: `The comment has ${length} characters; instagram takes at most ${MAX_CAPTION_LENGTH}. Shorten it by ${length - MAX_CAPTION_LENGTH}.`,
    })
}

/**
 * Creates the methods that reply to, hide and delete comments on the account's own media. They
 * require the permission `instagram_business_manage_comments`.
 * https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-comment
 * (read 2026-11-22)
 */
export function engaging(
  _settings: Settings,
): CanComment & CanReplyToUpdates & CanDeleteReplies & CanModerateComments {
  return {
    /** Comments on a media of the account, as the account. */
    async comment(postId, text, call) {
      checkLength(text)
      const { id } = await call.http.post(idPath(postId, 'comments'), idReply, {
        form: { message: text },
        finish: { data: sentData(NOTHING, { way: 'MEDIA_COMMENT', text, on: postId }, call) },
      })
      return id
    },

    /**
     * Replies to a comment. Instagram places a reply to a reply under their common parent comment.
     */
    async replyToUpdate(update, text, call) {
      const on = allowedOn(update, 'REPLY', 'answering')
      checkLength(text)
      const { parentId, aboutPostId } = update
      // A top-level comment has the media as its parent.
      const parent = parentId === null || parentId === aboutPostId ? on : parentId
      const { id } = await call.http.post(idPath(on, 'replies'), idReply, {
        form: { message: text },
        finish: {
          data: sentData(NOTHING, { way: 'COMMENT', text, on: parent }, call),
        },
      })
      return id
    },

    /** Deletes a reply. Instagram has no call that edits a comment. */
    async deleteReply(_update, replyId, call) {
      await deleteObject(replyId, call)
    },

    /**
     * Hides a comment, or shows a hidden comment again. The account's own comments remain visible.
     */
    async setCommentVisibility(update, { hidden }, { http }) {
      const path = idPath(allowedOn(update, 'HIDE', 'hiding'))
      await http.post(path, successReply, { form: { hide: hidden }, retry: 'always' })
    },

    /** Deletes a comment on the account's own media. Its replies are deleted too. */
    async deleteComment(update, call) {
      await deleteObject(allowedOn(update, 'DELETE', 'deleting'), call)
    },
  }
}

/** A private message that was sent as the reply to a comment. */
export interface PrivateReply {
  /** Id of the private message. */
  readonly id: string
  /**
   * Id of the recipient for this account; null when missing. The recipient's own messages contain
   * the same id.
   */
  readonly personId: string | null
  /** Response of Instagram, unchanged. */
  readonly raw: RawData
}

function checkPrivateReply(update: Update, text: string, { clock, connection }: Call): void {
  const bytes = Buffer.byteLength(text)
  if (text.trim() === '' || bytes > MAX_MESSAGE_BYTES)
    throw invalidPost('instagram', {
      field: 'text',
      code: 'MESSAGE_LENGTH',
      userText: TEXTS.MESSAGE_LENGTH,
      limit: MAX_MESSAGE_BYTES,
      actual: bytes,
      message: `The message has ${bytes} bytes; instagram takes 1 to ${MAX_MESSAGE_BYTES}. Correct it.`,
    })
  if (update.actor?.id === connection.accountId)
    throw invalidPost('instagram', {
      field: 'post',
      code: 'OWN_COMMENT',
      userText: TEXTS.OWN_COMMENT,
      message:
        'The comment belongs to the account itself. Pass a comment of another user to reply privately.',
    })
  if (clock.now().getTime() - update.timestamp.getTime() > PRIVATE_REPLY_MS)
    throw new NotAllowedError(
      'instagram does not allow the private reply: the comment is older than 7 days. Reply publicly with account.replyToUpdate.',
      {
        platform: 'instagram',
        reason: 'PRIVATE_REPLY_TOO_LATE',
        userText: TEXTS.PRIVATE_REPLY_TOO_LATE,
      },
    )
}

/**
 * Replies to a comment with a private message to its author. Instagram allows one message for each
 * comment, within seven days. For a comment on a live video, Instagram allows the message only
 * during the broadcast. Requires the permission `instagram_business_manage_comments`.
 * https://developers.facebook.com/documentation/instagram-platform/private-replies (copy of 30
 * June 2026)
 *
 * The library never retries the request. After a lost response, calling again is harmless, because
 * Instagram refuses a second message to the same comment.
 *
 * @param update - The comment: an update of the kind `COMMENT_CREATED`.
 * @param text - 1 to 1,000 bytes of UTF-8.
 * @param call - Call of an account.
 * @throws NotSupportedError for an update that is not a comment.
 * @throws InvalidPostError for a text that is too long, and for a comment of the account itself.
 * @throws NotAllowedError after seven days, and for a comment that already has a private reply.
 * @example
 * await account.run((call) => replyPrivately(update, 'Here is the recipe: …', call))
 */
export async function replyPrivately(update: Update, text: string, call: Call): Promise<PrivateReply> {
  assertWork('replyPrivately', call)
  assertObject(update, 'replyPrivately', 'an update as it was delivered')
  const commentId = commentIdOf(update, 'answering')
  checkPrivateReply(update, text, call)
  const json = { recipient: { comment_id: commentId }, message: { text } }
  const path = idPath(call.connection.accountId, 'messages')
  const { data, raw } = await call.http.request('POST', path, messageReply, { json })
  return { id: data.message_id, personId: data.recipient_id, raw }
}
