import type { UpdateAction, UpdateFacts } from '@social/core/platform'

/**
 * Operations that Bluesky allows for an update: replies and likes for posts of other accounts. Private messages are
 * answered in their conversation. Bluesky has no scope for single operations on posts.
 */
export function updateActions({
  kind,
  postId,
}: Pick<UpdateFacts, 'kind' | 'postId'>): readonly UpdateAction[] {
  const isPost = kind === 'COMMENT_CREATED' || kind === 'MENTION'
  return isPost && postId !== null ? ['REPLY', 'LIKE'] : []
}
