import type { Connection, UpdateAction, UpdateFacts } from '@social/core/platform'

/** True if the connection has the scope. Unknown scopes count as granted. */
function isGranted(connection: Connection | null, scope: string): boolean {
  const scopes = connection?.scopes ?? []
  return scopes.length === 0 || scopes.includes(scope)
}

/**
 * Operations that X allows for an update. An app can reply to a post whose author mentioned the account. Likes require
 * the scope `like.write`.
 * https://docs.x.com/fundamentals/authentication/guides/v2-authentication-mapping
 */
export function updateActions(
  { kind, postId }: Pick<UpdateFacts, 'kind' | 'postId'>,
  connection: Connection | null,
): readonly UpdateAction[] {
  if (kind !== 'MENTION' || postId === null) return []
  const actions: UpdateAction[] = []
  if (isGranted(connection, 'tweet.write')) actions.push('REPLY')
  if (isGranted(connection, 'like.write')) actions.push('LIKE')
  return actions
}
