import { makePostStats, type PostStats, type RawData } from '@social/core/platform'

import type { StatsReply } from '../schemas.js'

/**
 * Returns the statistics of a post, a video or a comment. Reactions of every kind count as likes.
 *
 * @param options - `hasShares`: shares were requested. Facebook omits the field for a post that
 * was never shared, so the count is 0. Without a request the count is unknown.
 */
export function toPostStats(
  postId: string,
  { reply, raw }: { readonly reply: StatsReply; readonly raw: RawData },
  { hasShares }: { readonly hasShares: boolean },
): PostStats {
  const { reactions, likes, comments, shares } = reply
  return makePostStats({
    id: postId,
    likes: (reactions ?? likes)?.summary?.total_count,
    comments: comments?.summary?.total_count,
    shares: hasShares ? (shares ? shares.count : 0) : null,
    raw,
  })
}
