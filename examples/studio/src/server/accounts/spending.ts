import type { SocialClient } from '@social/core'

import type { SpendingInfo } from '../../shared/accounts.js'

/** Current use of the studio's spending limits. */
export async function describeSpending(social: SocialClient): Promise<readonly SpendingInfo[]> {
  const states = await social.spending()
  return states.map(({ platform, bucket, spent, limit }) => ({
    network: platform,
    bucket,
    spent,
    limit: limit.units,
  }))
}
