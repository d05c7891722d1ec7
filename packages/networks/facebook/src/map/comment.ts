import type { RawData } from '@social/core/platform'
import { toGraphMoment } from '@social/meta-kit'

import type { CommentItem } from '../schemas.js'

/** The part of an id behind its underscore, which the comments of the post begin with. */
const postPart = (id: string): string => id.slice(id.indexOf('_') + 1)

/** What a comment stands under: the post that was asked, or the video or picture in it, which its id then begins with. */
function objectOf({ id, object }: CommentItem, postId: string): string {
  if (object == null || id.startsWith(`${postPart(postId)}_`)) return postId
  return object.id
}

/**
 * A comment of a list in the shape in which it is pushed, so that one handler serves both ways: polled and pushed are
 * deeply equal.
 *
 * @returns Null when Facebook did not say when it was written.
 */
export function toCommentValue(comment: CommentItem, postId: string): RawData | null {
  const at = toGraphMoment(comment.created_time)
  if (at === null) return null
  const { id, message, from, parent } = comment
  const object = objectOf(comment, postId)
  return {
    item: 'comment',
    verb: 'add',
    comment_id: id,
    post_id: object,
    parent_id: parent?.id ?? object,
    ...(typeof message === 'string' && { message }),
    created_time: at.getTime() / 1000,
    ...(from != null && { from }),
  }
}
