import type { SocialClient } from '@social/core'

import type { SpendingInfo } from '../../shared/accounts.js'

/** How much is spent of what the studio may spend. */
export async function describeSpending(social: SocialClient): Promise<readonly SpendingInfo[]> {
  const states = await social.spending()
  return states.map(({ platform, bucket, spent, limit }) => ({
    network: platform,
    bucket,
    spent,
    limit: limit.units,
  }))
}
