import { pushComment } from '../events.js'
import type { Comment, Video } from '../records.js'
import { type BusinessState, nextId } from '../state.js'
import { Refusal } from '../wire/refusals.js'

/**
 * Stores a comment and sends the webhook event. Repeated texts are hidden as spam according to
 * `spamAfter`.
 */
export function addComment(
  state: BusinessState,
  parts: {
    readonly video: Video
    readonly by: string
    readonly text: string
    readonly parentId?: string | null
    readonly createdAt?: Date
    readonly isPinned?: boolean
  },
): Comment {
  const { video, by, text, parentId = null, createdAt = state.clock.now(), isPinned = false } = parts
  const { spamAfter } = state.settings
  const same = [...state.comments.values()].filter((one) => one.by === by && one.text === text).length
  const isSpam = spamAfter !== null && same + 1 >= spamAfter
  const comment: Comment = {
    id: nextId(state),
    videoId: video.id,
    parentId,
    by,
    text,
    createdAt,
    likes: 0,
    isLiked: false,
    isPinned,
    status: isSpam ? 'HIDDEN' : 'PUBLIC',
    isModerated: isSpam,
  }
  state.comments.set(comment.id, comment)
  pushComment(state, comment, 'insert')
  return comment
}

/**
 * Finds a comment. With `video`, the comment must belong to this video.
 * @throws Refusal if the comment does not exist.
 */
export function requireComment(state: BusinessState, id: string, video: Video | null): Comment {
  const comment = state.comments.get(id)
  if (comment === undefined || (video !== null && comment.videoId !== video.id))
    throw new Refusal(state.settings.goneCode, `The comment ${id.slice(0, 40)} does not exist.`)
  return comment
}

/** Deletes a comment and its replies. The server sends one webhook event for each. */
export function removeComment(state: BusinessState, comment: Comment): void {
  state.comments.delete(comment.id)
  pushComment(state, comment, 'delete')
  for (const reply of state.comments.values()) if (reply.parentId === comment.id) removeComment(state, reply)
}

/** Hides or shows a comment. A comment hidden by moderation stays hidden. */
export function setVisibility(state: BusinessState, comment: Comment, isHidden: boolean): void {
  const status = isHidden || comment.isModerated ? 'HIDDEN' : 'PUBLIC'
  if (comment.status === status) return
  comment.status = status
  pushComment(state, comment, status === 'HIDDEN' ? 'set_to_hidden' : 'set_to_public')
}
