import { identifierOf, pictureUrl } from '../people.js'
import type { Comment } from '../records.js'
import { type BusinessState, secondsOf } from '../state.js'

/** Maximum number of replies that a comment contains on request. */
const MAX_REPLIES = 3

/** True for comments by the owner of the video. */
export function isOwn(state: BusinessState, { videoId, by }: Comment): boolean {
  const openId = state.videos.get(videoId)?.openId ?? ''
  return state.people.get(openId)?.username === by
}

/** Replies to a comment, oldest first. */
export function repliesTo(state: BusinessState, { id }: Comment): Comment[] {
  return [...state.comments.values()].filter(({ parentId }) => parentId === id)
}

/** True if it already appears in lists. */
export function isListed(state: BusinessState, { createdAt }: Comment): boolean {
  return createdAt.getTime() + state.settings.listDelaySeconds * 1000 <= state.clock.now().getTime()
}

/** A comment as returned in lists. */
export function commentJson(
  state: BusinessState,
  comment: Comment,
  more: { readonly withReplies?: boolean } = {},
): Record<string, unknown> {
  const { id, videoId, parentId, by, text, createdAt, likes, isLiked, isPinned, status } = comment
  const person = [...state.people.values()].find(({ username }) => username === by)
  const replies = repliesTo(state, comment).filter((reply) => isListed(state, reply))
  return {
    comment_id: id,
    video_id: videoId,
    user_id: identifierOf(by).slice(1, 17),
    unique_identifier: identifierOf(by),
    create_time: String(secondsOf(createdAt)),
    text,
    likes,
    replies: replies.length,
    owner: isOwn(state, comment),
    liked: isLiked,
    pinned: isPinned,
    status,
    username: by,
    display_name: person?.displayName ?? by,
    profile_image: pictureUrl(by),
    ...(parentId !== null && { parent_comment_id: parentId }),
    ...(more.withReplies === true && {
      // Ids are numbers only here.
      reply_list: replies.slice(0, MAX_REPLIES).map((reply) => ({
        ...commentJson(state, reply),
        comment_id: `#${reply.id}`,
        video_id: `#${reply.videoId}`,
      })),
    }),
  }
}
