import {
  type CanComment,
  type CanDeleteReplies,
  type CanEditReplies,
  type CanLike,
  type CanModerateComments,
  type CanReply,
  type CanReplyToUpdates,
  invalidPost,
  makePostResult,
  NotSupportedError,
  PlatformError,
  type PostResult,
  type PublishCall,
  readOptions,
  type Update,
  type UpdateAction,
} from '@social/core/platform'
import { deleteObject, faultOf, idPath } from '@social/meta-kit'
import * as v from 'valibot'

import { actionsOf } from '../map/index.js'
import { TEXTS } from '../messages.js'
import type { Settings } from '../options.js'
import { NOTHING_PREPARED, sentData } from '../publish/index.js'
import { idReply, successReply } from '../schemas.js'

/** Comments have no options. */
const commentOptions = v.strictObject({})

/** @throws NotSupportedError for an update without a comment. */
function commentIdOf(update: Update, action: UpdateAction, what: string): string {
  const { postId, kind, kindName, platform } = update
  if (postId !== null && platform === 'facebook' && actionsOf(update, null).includes(action)) return postId
  if (postId !== null && platform === 'facebook' && kind === 'COMMENT_CREATED')
    throw new NotSupportedError({
      platform: 'facebook',
      what: `${what} a comment of the page itself`,
      suggestion: 'Pass a comment of another user. account.deleteComment deletes own comments.',
      reason: 'OWN_COMMENT',
      userText: TEXTS.OWN_COMMENT,
    })
  throw new NotSupportedError({
    platform: 'facebook',
    what: `${what} an update of the kind ${kind === 'UNKNOWN' ? kindName : kind}`,
    suggestion: 'Pass an update of the kind COMMENT_CREATED.',
    reason: 'UPDATE_NOT_A_COMMENT',
    userText: TEXTS.UPDATE_NOT_A_COMMENT,
  })
}

interface Comment {
  readonly on: string
  readonly text: string
  /** URL from which Facebook fetches a picture. Null without a picture. */
  readonly picture: string | null
}

async function comment({ on, text, picture }: Comment, call: PublishCall): Promise<PostResult> {
  const { data, raw } = await call.http.request('POST', idPath(on, 'comments'), idReply, {
    form: { message: text === '' ? null : text, attachment_url: picture },
    finish: { data: sentData(NOTHING_PREPARED, { way: 'COMMENT', text, on }, call) },
  })
  return makePostResult({ id: data.id, url: null, raw, idempotencyKey: call.idempotencyKey })
}

/**
 * Comments, likes, moderates and deletes as the page. All these calls need
 * `pages_manage_engagement`.
 * https://developers.facebook.com/documentation/pages-api/comments-mentions (read 2026-11-22)
 */
export function engaging(
  _settings: Settings,
): CanLike &
  CanReply &
  CanComment &
  CanReplyToUpdates &
  CanEditReplies &
  CanDeleteReplies &
  CanModerateComments {
  return {
    /**
     * Comments on a post, or replies to a comment. Accepts at most one picture, which must be
     * given by its URL.
     */
    async reply(postId, { text, media, options }, call) {
      readOptions(commentOptions, options, { platform: 'facebook' })
      const [first] = media
      if (media.length > 1 || (first !== undefined && (first.kind !== 'IMAGE' || first.url === null)))
        throw invalidPost('facebook', {
          field: 'media',
          code: 'COMMENT_FILES',
          userText: TEXTS.COMMENT_FILES,
          message:
            'A comment on facebook takes one picture, and only by its URL. Pass one Media.fromUrl, or only text.',
        })
      return comment({ on: postId, text, picture: first?.url ?? null }, call)
    },

    /** Comments on a post of the page, as the page. */
    async comment(postId, text, call) {
      return (await comment({ on: postId, text, picture: null }, call)).id
    },

    /** Replies to a comment. A reply to a reply is placed under their common parent comment. */
    async replyToUpdate(update, text, call) {
      return (await comment({ on: commentIdOf(update, 'REPLY', 'answering'), text, picture: null }, call)).id
    },

    /**
     * Replaces the text of a reply. Facebook edits only comments of the page itself.
     * https://developers.facebook.com/docs/graph-api/reference/comment (read 2026-11-24)
     */
    async editReply(_update, replyId, text, { http }) {
      await http.post(idPath(replyId), successReply, { form: { message: text }, retry: 'always' })
    },

    /** Deletes a reply with its own replies. */
    async deleteReply(_update, replyId, call) {
      await deleteObject(replyId, call)
    },

    /**
     * Likes a post, a comment, a picture or a video. A repeated like has no effect. The page can
     * see only the number of likes.
     */
    async like(postId, { http }) {
      const { raw } = await http.request('POST', idPath(postId, 'likes'), successReply, { retry: 'always' })
      return { postId, likeId: null, raw }
    },

    /** Removes the page's like. If the page has not liked the object, nothing happens. */
    async unlike(postId, _options, { http }) {
      try {
        await http.delete(idPath(postId, 'likes'), successReply, { retry: 'always' })
      } catch (error) {
        const isUnliked = PlatformError.is(error) && faultOf(error.raw)?.code === 100
        if (!isUnliked) throw error
      }
    },

    async deleteComment(update, call) {
      await deleteObject(commentIdOf(update, 'DELETE', 'deleting'), call)
    },

    /**
     * Hides or shows a comment. A hidden comment is visible only to its author and the author's
     * friends.
     */
    async setCommentVisibility(update, { hidden }, { http }) {
      const form = { is_hidden: hidden }
      await http.post(idPath(commentIdOf(update, 'HIDE', 'hiding')), successReply, { form, retry: 'always' })
    },
  }
}
