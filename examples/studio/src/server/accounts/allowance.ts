import type { AnyAccount } from '@social/core'

import type { AllowanceInfo } from '../../shared/accounts.js'

/** Reads the remaining limits of an account for today, and the limits of a post. */
export async function readAllowance(account: AnyAccount, signal: AbortSignal): Promise<AllowanceInfo> {
  const { postsLeftToday, maxTextLength, maxImages, maxVideos } = await account.limits({ signal })
  const { rateLimit } = account
  return {
    postsLeftToday,
    maxTextLength,
    maxImages,
    maxVideos,
    requests: rateLimit && {
      limit: rateLimit.limit,
      remaining: rateLimit.remaining,
      resetsAt: rateLimit.resetsAt?.toISOString() ?? null,
    },
  }
}
