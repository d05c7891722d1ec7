import type { RawData } from '@social/core/platform'
import { toGraphMoment } from '@social/meta-kit'

import type { CommentItem } from '../schemas.js'

/**
 * Returns the part of an id after the underscore. The id of a comment starts with this part of the
 * post's id.
 */
const postPart = (id: string): string => id.slice(id.indexOf('_') + 1)

/**
 * Returns the id of the object that a comment is on: the requested post, or its video or picture
 * if the comment id starts with the id of that object.
 */
function objectOf({ id, object }: CommentItem, postId: string): string {
  if (object == null || id.startsWith(`${postPart(postId)}_`)) return postId
  return object.id
}

/** Returns the file of a comment under the name that a pushed comment has for it. */
function fileOf({ attachment }: CommentItem): RawData {
  const { source, image } = attachment?.media ?? {}
  if (attachment?.type?.startsWith('video') === true && source != null) return { video: source }
  return image?.src == null ? {} : { photo: image.src }
}

/**
 * Converts a listed comment to the format of a pushed comment, so that polled and pushed comments
 * are deeply equal.
 *
 * @returns Null when the comment has no creation time.
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
    ...fileOf(comment),
  }
}
