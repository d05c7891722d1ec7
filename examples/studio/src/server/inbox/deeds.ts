import type { SocialClient, Update } from '@social/core'

import type { Action, Deed } from '../../shared/inbox.js'
import { BadRequest } from '../refusals.js'

/** Marks that an action sets on an update. */
export interface Marks {
  readonly hidden?: boolean
  readonly liked?: boolean
  readonly reposted?: boolean
  readonly deleted?: boolean
}

/** Returns the actions that the page offers for an update. A post that can be liked can also be shared. */
export async function actionsOf(
  social: SocialClient,
  update: Update,
  signal: AbortSignal,
): Promise<readonly Action[]> {
  const account = social.account(update.connectionId)
  const actions = await account.actionsFor(update, { signal })
  const isShared = actions.includes('LIKE') && update.kind !== 'MESSAGE_RECEIVED' && account.can('repost')
  return isShared ? [...actions, 'SHARE'] : actions
}

/** Performs an action on an update. Returns the marks to store on the update. */
export async function doDeed(
  social: SocialClient,
  update: Update,
  deed: Deed,
  signal: AbortSignal,
): Promise<Marks> {
  const account = social.account(update.connectionId)
  switch (deed) {
    case 'hide':
    case 'show':
      await account.setCommentVisibility(update, { hidden: deed === 'hide', signal })
      return { hidden: deed === 'hide' }
    case 'delete':
      await account.deleteComment(update, { signal })
      return { deleted: true }
    default: {
      const { postId } = update
      if (postId === null) throw new BadRequest('This update is not about a post.')
      await account[deed](postId, { signal })
      return deed === 'like' || deed === 'unlike'
        ? { liked: deed === 'like' }
        : { reposted: deed === 'repost' }
    }
  }
}
