import type { SocialClient } from '@social/core'

import type { SpendingInfo } from '../../shared/accounts.js'

/** Returns the spending limits of the studio, each with the amount already used. */
export async function describeSpending(social: SocialClient): Promise<readonly SpendingInfo[]> {
  const states = await social.spending()
  return states.map(({ platform, bucket, spent, limit }) => ({
    network: platform,
    bucket,
    spent,
    limit: limit.units,
  }))
}
