import {
  type CanListChoices,
  type CanReadInsights,
  type CanReadPost,
  type CanReadProfile,
  type CanReadStats,
  pictureUrl,
} from '@social/core/platform'

import { READ_COST } from '../limits.js'
import { toDisplayName, toPostDetails, toPostStats } from '../map.js'
import type { Settings } from '../options.js'
import { accountReply, pinReply } from '../schemas.js'
import { listingChoices } from './choices.js'
import { readInsights } from './insights.js'
import { pinPath } from './pin-path.js'

export { boards, boardSections } from './boards.js'
export { boardPath } from './board-path.js'
export { isPinterestId, pinPath } from './pin-path.js'

/** Reads pins, statistics and the profile, with one request each. */
export function reading(
  _settings: Settings,
): CanReadPost & CanReadStats & CanReadInsights & CanReadProfile & CanListChoices {
  return {
    readInsights,
    ...listingChoices(),
    /** Reads an own pin, or a pin on a board shared with the account. */
    async readPost(postId, { http, connection }) {
      return toPostDetails(await http.get(pinPath(postId), pinReply, { cost: READ_COST }), connection)
    },

    /** Reads the lifetime statistics of a pin. Values that are not available yet are null. */
    async readStats(postId, { http }) {
      const query = { pin_metrics: true }
      return toPostStats(await http.get(pinPath(postId), pinReply, { query, cost: READ_COST }))
    },

    async readProfile({ http }) {
      const account = await http.get('/user_account', accountReply, { cost: READ_COST })
      return { name: toDisplayName(account), avatarUrl: pictureUrl(account.profile_image) }
    },
  }
}
