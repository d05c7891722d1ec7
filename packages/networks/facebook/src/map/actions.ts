import type { Connection, UpdateAction, UpdateFacts } from '@social/core/platform'

/** Permission for comments, likes and moderation as the page. */
const ENGAGEMENT = 'pages_manage_engagement'

/**
 * Operations on an update: Facebook allows them for comments, with `pages_manage_engagement`. A page cannot hide its own
 * comments. https://developers.facebook.com/documentation/pages-api/comments-mentions
 *
 * @param connection - Null if it is unknown: the scopes are then ignored.
 */
export function actionsOf(
  { kind, postId, isOwn }: Pick<UpdateFacts, 'kind' | 'postId' | 'isOwn'>,
  connection: Pick<Connection, 'scopes'> | null,
): readonly UpdateAction[] {
  if (kind !== 'COMMENT_CREATED' || postId === null) return []
  const scopes = connection?.scopes ?? []
  if (scopes.length > 0 && !scopes.includes(ENGAGEMENT)) return []
  return isOwn ? ['REPLY', 'DELETE', 'LIKE'] : ['REPLY', 'HIDE', 'DELETE', 'LIKE']
}
