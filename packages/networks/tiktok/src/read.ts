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

/** What a creator may do right now: what a page has to show before a post goes to the profile. */
export interface Creator {
  readonly username: string | null
  readonly displayName: string | null
  /** Address of the picture, good for two hours; null when TikTok gave none. */
  readonly avatarUrl: string | null
  /** The values of `options.privacyLevel` that this person may use. */
  readonly privacyLevels: readonly string[]
  /** True when the person's own settings forbid it; null when TikTok did not say. */
  readonly commentDisabled: boolean | null
  readonly duetDisabled: boolean | null
  readonly stitchDisabled: boolean | null
  /** Seconds of the longest video the person may post; null when TikTok did not say. */
  readonly maxVideoSeconds: number | null
}

/**
 * Asks what the account may post right now. TikTok's rules want an application to ask before each post to the profile,
 * and to let the person choose. Needs the scope `video.publish`; 20 times a minute.
 *
 * @throws RateLimitError when the person, or the application, may post no more today.
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

/** Name and picture, by the same request as at sign-in; and what the person may choose for a post to the profile. */
export function reading(_settings: Settings): CanReadProfile & CanListChoices {
  return {
    /** Who may see a post: the levels of this person. None where posts to the profile were not allowed at sign-in. */
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
