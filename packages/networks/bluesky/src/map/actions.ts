import type { UpdateAction, UpdateFacts } from '@social/core/platform'

/**
 * Operations that Bluesky allows for an update: replies and likes for posts of other accounts, and answers to private
 * messages. Bluesky has no scope for single operations on posts.
 */
export function updateActions({
  kind,
  postId,
  conversationId,
}: Pick<UpdateFacts, 'kind' | 'postId' | 'conversationId'>): readonly UpdateAction[] {
  if (kind === 'MESSAGE_RECEIVED') return conversationId === null ? [] : ['REPLY']
  const isPost = kind === 'COMMENT_CREATED' || kind === 'MENTION'
  return isPost && postId !== null ? ['REPLY', 'LIKE'] : []
}
