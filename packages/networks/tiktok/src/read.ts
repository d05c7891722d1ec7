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

/**
 * Settings of a creator. TikTok requires that the application shows them before a post to the
 * profile.
 */
export interface Creator {
  readonly username: string | null
  readonly displayName: string | null
  /** URL of the picture, valid for two hours; null if TikTok returned none. */
  readonly avatarUrl: string | null
  /** Values of `options.privacyLevel` that this person can use. */
  readonly privacyLevels: readonly string[]
  /** True if the person has disabled comments. Null if TikTok did not return the setting. */
  readonly commentDisabled: boolean | null
  readonly duetDisabled: boolean | null
  readonly stitchDisabled: boolean | null
  /**
   * Maximum length of a video of this person in seconds. Null if TikTok did not return the
   * maximum.
   */
  readonly maxVideoSeconds: number | null
}

/**
 * Reads the creator's current settings. TikTok requires a read before each post to the profile,
 * and that the person chooses among these settings. Requires the scope `video.publish`. Limit: 20
 * per minute.
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

/** Display names of the privacy levels. An unknown level is displayed under TikTok's name. */
const PRIVACY_LABELS: Readonly<Record<string, string>> = {
  PUBLIC_TO_EVERYONE: 'Everyone',
  FOLLOWER_OF_CREATOR: 'Followers',
  MUTUAL_FOLLOW_FRIENDS: 'Friends',
  SELF_ONLY: 'Only me',
}

/**
 * Reads the profile with the same request as the sign-in, and the values that the person can
 * choose for a post to the profile.
 */
export function reading(_settings: Settings): CanReadProfile & CanListChoices {
  return {
    /**
     * Lists the audiences that this person can choose for a post. Empty if the person did not
     * allow posts to the profile at sign-in.
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
