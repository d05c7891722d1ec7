import type { SocialClient } from '@social/core'
import type { Call } from '@social/core/platform'
import { cancelScheduledPost, scheduledPosts } from '@social/mastodon'

/** What a network can do with posts that wait for their moment, beside the operations that all networks share. */
interface Scheduling {
  cancel(postId: string, call: Call): Promise<void>
  isWaiting(postId: string, call: Call): Promise<boolean>
}

async function isWaitingAtMastodon(postId: string, call: Call): Promise<boolean> {
  for (let after: string | null = null; ;) {
    const page: Awaited<ReturnType<typeof scheduledPosts>> = await scheduledPosts({ after, limit: 40 }, call)
    if (page.items.some(({ id }) => id === postId)) return true
    if (page.next === null || page.next === after) return false
    after = page.next
  }
}

/** By network. One that is not here schedules, but does not let go. */
const SCHEDULING: Readonly<Record<string, Scheduling>> = {
  mastodon: { cancel: cancelScheduledPost, isWaiting: isWaitingAtMastodon },
}

/** True when a post that waits can be cancelled on that network. */
export const canCancel = (network: string): boolean => SCHEDULING[network] !== undefined

/** Cancels a post that waits. False where the network has no way. */
export async function cancelScheduled(
  social: SocialClient,
  accountId: string,
  postId: string,
): Promise<boolean> {
  const account = social.account(accountId)
  const scheduling = SCHEDULING[account.platform]
  if (scheduling === undefined) return false
  await account.run((call) => scheduling.cancel(postId, call))
  return true
}

/** Whether a post still waits; null where the network cannot be asked. */
export async function isWaiting(
  social: SocialClient,
  post: { readonly accountId: string; readonly postId: string },
  signal: AbortSignal,
): Promise<boolean | null> {
  const account = social.account(post.accountId)
  const scheduling = SCHEDULING[account.platform]
  if (scheduling === undefined) return null
  return account.run((call) => scheduling.isWaiting(post.postId, call), { signal })
}
