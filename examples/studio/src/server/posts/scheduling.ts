import type { SocialClient } from '@social/core'

/** Whether a post is still scheduled at its network. Null if the network does not support the query. */
export async function isWaiting(
  social: SocialClient,
  { accountId, postId }: { readonly accountId: string; readonly postId: string },
  signal: AbortSignal,
): Promise<boolean | null> {
  const account = social.account(accountId)
  return account.can('isScheduled') ? account.isScheduled(postId, { signal }) : null
}
