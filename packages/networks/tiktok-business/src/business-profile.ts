import { type AccountProfile, type Call, pictureUrl } from '@social/core/platform'

import { PROFILE_COST } from './limits.js'
import { profileReply } from './schemas.js'

/**
 * Reads the name and the picture of the account, which the sign-in does not return. Requires the scope `user.info.basic`.
 * https://business-api.tiktok.com/portal/docs?id=1762228399168514 (copy of August 2026)
 *
 * @throws MissingPermissionError if the connection lacks the scope.
 * @example
 * const { name } = await account.run(businessProfile)
 */
export async function businessProfile({ http, connection }: Call): Promise<AccountProfile> {
  const query = {
    business_id: connection.accountId,
    fields: JSON.stringify(['display_name', 'profile_image']),
  }
  const { data } = await http.get('/business/get/', profileReply, { query, cost: PROFILE_COST })
  return { name: data.display_name || connection.accountId, avatarUrl: pictureUrl(data.profile_image) }
}
