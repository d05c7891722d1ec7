import { identifierOf, pictureUrl } from '../people.js'
import type { Comment } from '../records.js'
import { type BusinessState, secondsOf } from '../state.js'

/** Maximum number of replies in `reply_list` of a comment. */
const MAX_REPLIES = 3

/** Returns true if the owner of the video wrote the comment. */
export function isOwn(state: BusinessState, { videoId, by }: Comment): boolean {
  const openId = state.videos.get(videoId)?.openId ?? ''
  return state.people.get(openId)?.username === by
}

/** Returns the replies to a comment, oldest first. */
export function repliesTo(state: BusinessState, { id }: Comment): Comment[] {
  return [...state.comments.values()].filter(({ parentId }) => parentId === id)
}

/** Returns true if the comment is old enough to appear in lists. See `listDelaySeconds`. */
export function isListed(state: BusinessState, { createdAt }: Comment): boolean {
  return createdAt.getTime() + state.settings.listDelaySeconds * 1000 <= state.clock.now().getTime()
}

/** Returns a comment in the JSON format of lists. */
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
      // In `reply_list`, TikTok sends ids as numbers. All other ids in a comment are strings.
      reply_list: replies.slice(0, MAX_REPLIES).map((reply) => ({
        ...commentJson(state, reply),
        comment_id: `#${reply.id}`,
        video_id: `#${reply.videoId}`,
      })),
    }),
  }
}
