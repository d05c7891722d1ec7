import type { SocialClient } from '@social/core'

/** Whether a post still waits at its network; null where the network cannot be asked. */
export async function isWaiting(
  social: SocialClient,
  { accountId, postId }: { readonly accountId: string; readonly postId: string },
  signal: AbortSignal,
): Promise<boolean | null> {
  const account = social.account(accountId)
  return account.can('isScheduled') ? account.isScheduled(postId, { signal }) : null
}
