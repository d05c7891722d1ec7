import { pushChange, type ToBodies } from '../meta/push.js'
import { graphDate, secondsOf } from '../meta/state.js'
import { permalinkOf } from './post-node.js'
import type { Post } from './records.js'
import { rootOf, type ThreadsState } from './state.js'

/** Creates webhook bodies in Threads' format, with one change in each body. */
export const threadsBodies =
  (state: ThreadsState): ToBodies =>
  (changes) =>
    changes.map(({ object, entryId, at, field, value }) => ({
      app_id: state.settings.appId,
      topic: object,
      target_id: entryId,
      time: secondsOf(at),
      subscription_id: '234567',
      has_uid_field: false,
      values: { value, field },
    }))

const commonFields = (post: Post) => ({
  id: post.id,
  username: post.username,
  ...(post.text !== null && { text: post.text }),
  media_type: post.mediaType,
  permalink: permalinkOf(post),
  shortcode: post.shortcode,
  timestamp: graphDate(post.createdAt),
})

/**
 * Sends a webhook for a reply to the owner of the root post. Private accounts receive no webhook.
 */
export function pushReply(state: ThreadsState, post: Post): void {
  const root = rootOf(state, post)
  const owner = state.accounts.get(root.owner)
  if (owner === undefined || owner.isPrivate || post.approval === 'pending') return
  const value = {
    ...commonFields(post),
    replied_to: { id: post.replyTo },
    root_post: { id: root.id, owner_id: root.owner, username: root.username },
  }
  pushChange(state, { object: 'moderate', entryId: root.id, field: 'replies', value }, threadsBodies(state))
}

/** Sends a webhook to every person whom a post mentions. */
export function pushMentions(state: ThreadsState, post: Post): void {
  const named = new Set((post.text ?? '').match(/(?<=@)[\w.]+/g))
  for (const account of state.accounts.values()) {
    if (!named.has(account.username) || account.isPrivate) continue
    const value = {
      ...commonFields(post),
      has_replies: false,
      is_quote_post: post.given['quote_post_id'] !== undefined,
      is_reply: post.replyTo !== null,
      media_product_type: 'THREADS',
    }
    pushChange(
      state,
      { object: 'interaction', entryId: account.id, field: 'mentions', value },
      threadsBodies(state),
    )
  }
}

/** Sends a webhook for the publication of a post to the post's account. */
export function pushPublished(state: ThreadsState, post: Post): void {
  const value = {
    id: post.id,
    media_type: post.mediaType,
    permalink: permalinkOf(post),
    timestamp: graphDate(post.createdAt),
    username: post.username,
  }
  pushChange(
    state,
    { object: 'interaction', entryId: post.owner, field: 'publish', value },
    threadsBodies(state),
  )
}

/** Sends a webhook for the deletion of a post to the post's account. */
export function pushDeleted(state: ThreadsState, post: Post): void {
  const value = {
    id: post.id,
    owner: { owner_id: post.owner },
    deleted_at: graphDate(state.clock.now()),
    timestamp: graphDate(post.createdAt),
    username: post.username,
  }
  pushChange(state, { object: 'moderate', entryId: post.id, field: 'delete', value }, threadsBodies(state))
}
