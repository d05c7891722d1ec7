import type { SocialClient, Update } from '@social/core'

import type { Accounts } from './accounts.js'

/**
 * Finds the connections of a person who removed the app or requested data deletion. Some networks
 * send only the person's id, and a person can have connected several pages.
 */
export async function connectionsOf(
  { actor, platform }: Update,
  { social, accounts }: { readonly social: SocialClient; readonly accounts: Accounts },
): Promise<readonly string[]> {
  const ids = accounts
    .all()
    .filter(({ network }) => network === platform)
    .map(({ id }) => id)
  const connections = await Promise.all(ids.map((id) => social.storage.getConnection(id)))
  return ids.filter((_id, index) => actor !== null && connections[index]?.extra['personId'] === actor.id)
}
