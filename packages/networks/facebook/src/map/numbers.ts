import { makePostStats, type PostStats, type RawData } from '@social/core/platform'

import type { StatsReply } from '../schemas.js'

/**
 * The numbers of a post, a video or a comment. Reactions of every kind are likes.
 *
 * @param options - `hasShares`: they were asked for. A post that was never shared has none, which is 0; of anything else
 *   Facebook does not tell them.
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
