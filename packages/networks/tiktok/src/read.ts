import {
  type Call,
  type CanListChoices,
  type CanReadProfile,
  assertWork,
  pictureUrl,
} from '@social/core/platform'

import { CREATOR_COST, USER_COST } from './limits.js'
import type { Settings } from './options.js'
import { creatorReply, userReply } from './schemas.js'
import { userFields } from './sign-in.js'

/** Settings of a creator that a page must show before a post to the profile. */
export interface Creator {
  readonly username: string | null
  readonly displayName: string | null
  /** URL of the picture, valid for two hours; null if TikTok returned none. */
  readonly avatarUrl: string | null
  /** Values of `options.privacyLevel` that this person can use. */
  readonly privacyLevels: readonly string[]
  /** True if the person's own settings forbid it; null if TikTok did not return it. */
  readonly commentDisabled: boolean | null
  readonly duetDisabled: boolean | null
  readonly stitchDisabled: boolean | null
  /** Maximum seconds of a video of this person; null if TikTok did not return it. */
  readonly maxVideoSeconds: number | null
}

/**
 * Reads the creator's current settings. TikTok requires that an application reads them before each post to the profile,
 * and that the person chooses among them. Requires the scope `video.publish`. Limit: 20 per minute.
 *
 * @throws RateLimitError if the daily limit of the person or the application is exhausted.
 * @example
 * const { privacyLevels } = await account.run(readCreator)
 */
export async function readCreator(call: Call): Promise<Creator> {
  assertWork('readCreator', call)
  const { data } = await call.http.post('/post/publish/creator_info/query/', creatorReply, {
    headers: { 'content-type': 'application/json; charset=UTF-8' },
    retry: 'always',
    cost: CREATOR_COST,
  })
  return {
    username: data.creator_username ?? null,
    displayName: data.creator_nickname ?? null,
    avatarUrl: pictureUrl(data.creator_avatar_url),
    privacyLevels: data.privacy_level_options,
    commentDisabled: data.comment_disabled ?? null,
    duetDisabled: data.duet_disabled ?? null,
    stitchDisabled: data.stitch_disabled ?? null,
    maxVideoSeconds: data.max_video_post_duration_sec ?? null,
  }
}

/** Display names of the privacy levels. An unknown level keeps its own name. */
const PRIVACY_LABELS: Readonly<Record<string, string>> = {
  PUBLIC_TO_EVERYONE: 'Everyone',
  FOLLOWER_OF_CREATOR: 'Followers',
  MUTUAL_FOLLOW_FRIENDS: 'Friends',
  SELF_ONLY: 'Only me',
}

/**
 * Reads name and picture with the same request as at sign-in, and the values that the person can choose for a post
 * to the profile.
 */
export function reading(_settings: Settings): CanReadProfile & CanListChoices {
  return {
    /**
     * Audiences of a post: the privacy levels of this person. Empty if posts to the profile were not allowed at
     * sign-in.
     */
    async listChoices(_options, call) {
      if (!call.connection.scopes.includes('video.publish')) return {}
      const { privacyLevels } = await readCreator(call)
      return {
        privacyLevel: privacyLevels.map((value) => ({ value, label: PRIVACY_LABELS[value] ?? value })),
      }
    },

    async readProfile({ http, connection }) {
      const query = { fields: userFields(connection.scopes) }
      const { user } = (await http.get('/user/info/', userReply, { query, cost: USER_COST })).data
      const name = user.display_name || user.username || connection.accountId
      return { name, avatarUrl: pictureUrl(user.avatar_url) }
    },
  }
}
