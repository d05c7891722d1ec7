import { entryBodies, pushChange } from '../meta/push.js'
import { secondsOf } from '../meta/state.js'
import type { Comment, Post } from './records.js'
import type { FacebookState } from './state.js'

/** Sends a webhook event for a page if the page is subscribed to the field. */
export function pushOf(
  state: FacebookState,
  pageId: string,
  field: string,
  value: Readonly<Record<string, unknown>>,
): void {
  if (state.pages.get(pageId)?.subscribed.has(field) !== true) return
  pushChange(state, { object: 'page', entryId: pageId, field, value }, entryBodies)
}

/** Sends the webhook event for a changed post. `verb` is `add`, `edited` or `remove`. */
export function pushPost(state: FacebookState, post: Post, verb: string): void {
  const item = post.videoId !== null ? 'video' : post.photos.length > 0 ? 'photo' : 'status'
  pushOf(state, post.pageId, 'feed', {
    item,
    verb,
    post_id: post.id,
    ...(item === 'photo' && { photo_id: post.photos[0] }),
    ...(item === 'video' && { video_id: post.videoId }),
    ...(post.message !== '' && { message: post.message }),
    published: post.published ? 1 : 0,
    created_time: secondsOf(verb === 'add' ? post.createdAt : state.clock.now()),
    from: { id: post.pageId, name: state.pages.get(post.pageId)?.name },
  })
}

/**
 * Sends the webhook event for a changed comment. `verb` is `add`, `edited`, `remove`, `hide` or
 * `unhide`.
 */
export function pushComment(state: FacebookState, comment: Comment, verb: string): void {
  const { id, objectId, pageId, parentId, message, picture, createdAt, from } = comment
  const hasText = verb === 'add' || verb === 'edited'
  pushOf(state, pageId, 'feed', {
    item: 'comment',
    verb,
    comment_id: id,
    post_id: objectId,
    parent_id: parentId ?? objectId,
    ...(hasText && { message }),
    created_time: secondsOf(verb === 'remove' ? state.clock.now() : createdAt),
    ...(verb === 'edited' && { edited_time: secondsOf(state.clock.now()) }),
    ...(hasText && { from }),
    ...(hasText && picture !== null && { photo: picture }),
  })
}
