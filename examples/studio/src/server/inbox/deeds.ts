import { NotSupportedError, type SocialClient, type Update } from '@social/core'

import type { Deed, Missing } from '../../shared/inbox.js'
import { canAnswer } from './answering.js'

/** Update kinds that are posts of another user. These posts can be liked and shared. */
const POSTS: ReadonlySet<string> = new Set(['COMMENT_CREATED', 'MENTION'])

const ACTION_NAMES = {
  answer: 'answering this update',
  like: 'liking a post',
  repost: 'sharing a post',
  hide: 'hiding a comment',
  delete: 'deleting comments of other people',
} as const

/** Marks that an action sets on an update. */
export interface Marks {
  readonly hidden?: boolean
  readonly liked?: boolean
  readonly reposted?: boolean
  readonly deleted?: boolean
}

/**
 * Returns the actions that an update does not support, each with the library's error message. An
 * empty message means that the action does not apply to this kind of update.
 */
export function missingOn(social: SocialClient, update: Update): Missing {
  const account = social.account(update.connectionId)
  const { displayName } = social.platformFor(update.platform)
  const isPost = POSTS.has(update.kind) && update.postId !== null
  const isComment = update.kind === 'COMMENT_CREATED'
  const lacks = (what: keyof typeof ACTION_NAMES) =>
    new NotSupportedError({ platform: displayName, what: ACTION_NAMES[what] }).message
  const unless = (can: boolean, what: keyof typeof ACTION_NAMES, makesSense: boolean): Missing =>
    can && makesSense ? {} : { [what]: makesSense ? lacks(what) : '' }
  const isWritten = isPost || update.conversationId !== null || /REVIEW|QUESTION/.test(update.kind)
  return {
    ...unless(canAnswer(social, update), 'answer', isWritten),
    ...unless(account.can('like'), 'like', isPost),
    ...unless(account.can('repost'), 'repost', isPost),
    ...unless(account.can('setCommentVisibility'), 'hide', isComment),
    ...unless(account.can('deleteComment'), 'delete', isComment),
  }
}

/** Performs an action on an update. Returns the marks to store on the update. */
export async function doDeed(
  social: SocialClient,
  update: Update,
  deed: Deed,
  signal: AbortSignal,
): Promise<Marks> {
  const account = social.account(update.connectionId)
  if (deed === 'delete') {
    await account.deleteComment(update, { signal })
    return { deleted: true }
  }
  const { postId } = update
  if (postId === null) throw new NotSupportedError({ platform: update.platform, what: ACTION_NAMES.like })
  if (deed === 'like') await account.like(postId, { signal })
  if (deed === 'unlike') await account.unlike(postId, { signal })
  if (deed === 'repost') await account.repost(postId, { signal })
  if (deed === 'undoRepost') await account.undoRepost(postId, { signal })
  return deed === 'like' || deed === 'unlike' ? { liked: deed === 'like' } : { reposted: deed === 'repost' }
}
