import {
  type CanModerateComments,
  type CanReplyToUpdates,
  InvalidPostError,
  measureText,
  NotSupportedError,
  type Update,
} from '@social/core/platform'
import { idPath } from '@social/meta-kit'

import { LONGEST_CAPTION } from './limits.js'
import type { Settings } from './options.js'
import { NOTHING, sentData } from './publish/receipt.js'
import { idReply, successReply } from './schemas.js'

/** @throws NotSupportedError for an update that is about no comment. */
function commentIdOf({ postId, kind, kindName, platform }: Update, what: string): string {
  if (postId !== null && kind === 'COMMENT_CREATED' && platform === 'instagram') return postId
  throw new NotSupportedError({
    platform: 'instagram',
    what: `${what} an update of the kind ${kind === 'UNKNOWN' ? kindName : kind}`,
    suggestion: 'Pass one of the kind COMMENT_CREATED.',
  })
}

/**
 * Answering, hiding and deleting comments on the account's own media. All need `instagram_business_manage_comments`.
 * https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-comment (read 2026-11-22)
 */
export function engaging(_settings: Settings): CanReplyToUpdates & CanModerateComments {
  return {
    /** Answers a comment. An answer to an answer lands under the comment that both belong to. */
    async replyToUpdate(update, text, call) {
      const on = commentIdOf(update, 'answering')
      const length = measureText(text)
      if (length > LONGEST_CAPTION)
        throw new InvalidPostError(
          `The answer has ${length} characters; instagram takes at most ${LONGEST_CAPTION}. Shorten it.`,
          { platform: 'instagram' },
        )
      const parent = update.raw['parent_id']
      await call.http.post(idPath(on, 'replies'), idReply, {
        form: { message: text },
        finish: {
          data: sentData(
            NOTHING,
            { way: 'COMMENT', words: text, on: typeof parent === 'string' ? parent : on },
            call,
          ),
        },
      })
    },

    /** Hides a comment, or shows it again. The account's own comments stay visible. */
    async setCommentVisibility(update, { hidden }, { http }) {
      const path = idPath(commentIdOf(update, 'hiding'))
      await http.post(path, successReply, { form: { hide: hidden }, retry: 'always' })
    },

    /** Deletes a comment on the account's own media, and the answers to it. */
    async deleteComment(update, { http }) {
      await http.delete(idPath(commentIdOf(update, 'deleting')), successReply)
    },
  }
}
