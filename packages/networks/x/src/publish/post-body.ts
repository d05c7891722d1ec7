import type { Post } from '@social/core/platform'

import type { ReadOptions } from '../options.js'

/** Request body of `POST /2/tweets`. X refuses unknown fields. */
export interface PostBody {
  readonly text?: string
  readonly reply?: { readonly in_reply_to_tweet_id: string }
  readonly media?: { readonly media_ids: readonly string[]; readonly tagged_user_ids?: readonly string[] }
  readonly poll?: { readonly options: readonly string[]; readonly duration_minutes: number }
  readonly quote_tweet_id?: string
  readonly reply_settings?: 'following' | 'mentionedUsers' | 'subscribers' | 'verified'
  readonly community_id?: string
  readonly share_with_followers?: boolean
  readonly made_with_ai?: boolean
  readonly paid_partnership?: boolean
}

/**
 * Creates the request body of a post. Omits unset fields, because X refuses `everyone` although
 * `everyone` is X's default.
 */
export function toPostBody(post: Post<ReadOptions>, mediaIds: readonly string[]): PostBody {
  const { text, replyTo, options } = post
  const { replySettings, poll, taggedUserIds: tagged } = options
  return {
    ...(text !== '' && { text }),
    ...(replyTo !== null && { reply: { in_reply_to_tweet_id: replyTo } }),
    ...(mediaIds.length > 0 && {
      media: { media_ids: mediaIds, ...(tagged !== undefined && { tagged_user_ids: tagged }) },
    }),
    ...(poll !== undefined && { poll: { options: poll.options, duration_minutes: poll.durationMinutes } }),
    ...(options.quoteTweetId !== undefined && { quote_tweet_id: options.quoteTweetId }),
    ...(replySettings !== undefined && replySettings !== 'everyone' && { reply_settings: replySettings }),
    ...(options.communityId !== undefined && { community_id: options.communityId }),
    ...(options.shareWithFollowers !== undefined && { share_with_followers: options.shareWithFollowers }),
    ...(options.madeWithAi !== undefined && { made_with_ai: options.madeWithAi }),
    ...(options.paidPartnership !== undefined && { paid_partnership: options.paidPartnership }),
  }
}
