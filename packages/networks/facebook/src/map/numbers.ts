import { makePostStats, type PostStats, type RawData } from '@social/core/platform'

import type { StatsReply } from '../schemas.js'

/** True for the id of a post or a comment, `<page>_<post>`; a video and a picture have a bare one. */
const isOfPost = (id: string): boolean => id.includes('_')

/**
 * The numbers of a post or a video. Reactions of every kind are likes. A post that was never shared has no `shares`,
 * which is 0; of a video Facebook does not tell them.
 */
export function toPostStats(postId: string, reply: StatsReply, raw: RawData): PostStats {
  const { reactions, likes, comments, shares } = reply
  return makePostStats({
    id: postId,
    likes: (reactions ?? likes)?.summary?.total_count ?? null,
    comments: comments?.summary?.total_count ?? null,
    shares: isOfPost(postId) ? (shares ? (shares.count ?? null) : 0) : null,
    raw,
  })
}
