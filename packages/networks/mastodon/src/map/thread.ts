import { model, type PostDetails, type RawData, type Thread } from '@social/core/platform'

import { compareIds } from './ids.js'

/** Replies that the server gives at most, to someone who is signed in.
 *  https://docs.joinmastodon.org/methods/statuses/#context (read 2026-09-24) */
const MAX_REPLIES = 4096

/** Parts of a thread. */
export interface ThreadParts {
  readonly post: PostDetails
  readonly replies: readonly PostDetails[]
  /** Levels below the post; null for all. */
  readonly depth: number | null
  /** Replies at most; null for all. */
  readonly limit: number | null
  /** True while the server still fetches replies from other servers. */
  readonly isArriving: boolean
  readonly raw: RawData
}

function byMoment(left: PostDetails, right: PostDetails): number {
  const moments = (left.createdAt?.getTime() ?? 0) - (right.createdAt?.getTime() ?? 0)
  return moments === 0 ? compareIds(left.id, right.id) : moments
}

/** How deep each reply stands: 1 answers the post itself, or one that is not in the list. */
function depthsOf(replies: readonly PostDetails[]): ReadonlyMap<string, number> {
  const parents = new Map(replies.map(({ id, parentId }) => [id, parentId]))
  const depths = new Map<string, number>()
  for (const { id } of replies) {
    const chain = new Set<string>()
    // Up to one whose depth is known, or to the top. A circle, which no server should send, ends at its own start.
    let at: string | null | undefined = id
    while (at != null && parents.has(at) && !depths.has(at) && !chain.has(at)) {
      chain.add(at)
      at = parents.get(at)
    }
    let depth = depths.get(at ?? '') ?? 0
    for (const reply of [...chain].toReversed()) depths.set(reply, (depth += 1))
  }
  return depths
}

/** Puts a thread together: flat, oldest first, cut to depth and limit, and honest about what is missing. */
export function toThread(parts: ThreadParts): Thread {
  const { post, replies, depth, limit, isArriving, raw } = parts
  const depths = depth === null ? null : depthsOf(replies)
  const nearEnough = replies.filter(({ id }) => depth === null || (depths?.get(id) ?? 1) <= depth)
  const kept = nearEnough.toSorted(byMoment).slice(0, limit ?? undefined)
  return model({
    post,
    replies: kept,
    complete: kept.length === replies.length && replies.length < MAX_REPLIES && !isArriving,
    raw,
  })
}
