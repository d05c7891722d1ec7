import type { SocialClient } from '@social/core'

/**
 * Returns true if the network still has the post in its schedule. Returns null if the network does
 * not support this query.
 */
export async function isWaiting(
  social: SocialClient,
  { accountId, postId }: { readonly accountId: string; readonly postId: string },
  signal: AbortSignal,
): Promise<boolean | null> {
  const account = social.account(accountId)
  return account.can('isScheduled') ? account.isScheduled(postId, { signal }) : null
}
