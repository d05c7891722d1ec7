import type { Connection, UpdateAction, UpdateFacts, UpdateKind } from '@social/core/platform'

/** Kinds of updates whose status can be answered and liked. */
const WITH_STATUS: ReadonlySet<UpdateKind> = new Set(['COMMENT_CREATED', 'MENTION', 'MESSAGE_RECEIVED'])

/** True if the connection has the scope, or the broader scope `write`. Unknown scopes count as granted. */
function isGranted(connection: Connection | null, scope: string): boolean {
  const scopes = connection?.scopes ?? []
  return scopes.length === 0 || scopes.includes(scope) || scopes.includes('write')
}

/**
 * Operations that Mastodon allows for an update. Mastodon cannot hide or delete statuses of other accounts.
 * https://docs.joinmastodon.org/api/oauth-scopes/
 */
export function updateActions(
  { kind, postId }: Pick<UpdateFacts, 'kind' | 'postId'>,
  connection: Connection | null,
): readonly UpdateAction[] {
  if (postId === null || !WITH_STATUS.has(kind)) return []
  const actions: UpdateAction[] = []
  if (isGranted(connection, 'write:statuses')) actions.push('REPLY')
  if (isGranted(connection, 'write:favourites')) actions.push('LIKE')
  return actions
}
