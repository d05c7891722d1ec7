import { model, type PostDetails, type RawData, type Thread } from '@social/core/platform'

import { compareIds } from './ids.js'

/**
 * Maximum replies in a thread that the server returns to a signed-in account.
 * https://docs.joinmastodon.org/methods/statuses/#context (read 2026-09-24)
 */
const MAX_REPLIES = 4096

/** Input of `toThread`. */
export interface ThreadParts {
  readonly post: PostDetails
  readonly replies: readonly PostDetails[]
  /** Maximum levels of replies below the post; null for no limit. */
  readonly depth: number | null
  /** Maximum number of replies; null for no limit. */
  readonly limit: number | null
  /** True while the server is still fetching replies from other servers. */
  readonly isArriving: boolean
  readonly raw: RawData
}

function byMoment(left: PostDetails, right: PostDetails): number {
  const moments = (left.createdAt?.getTime() ?? 0) - (right.createdAt?.getTime() ?? 0)
  return moments === 0 ? compareIds(left.id, right.id) : moments
}

/**
 * Returns the level of each reply. A reply has level 1 if its parent is the thread's post or is
 * not in the list.
 */
function depthsOf(replies: readonly PostDetails[]): ReadonlyMap<string, number> {
  const parents = new Map(replies.map(({ id, parentId }) => [id, parentId]))
  const depths = new Map<string, number>()
  for (const { id } of replies) {
    const chain = new Set<string>()
    // The loop follows the parents up to a reply with a known level, or to the top. The loop stops
    // at a cycle.
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

/**
 * Creates a thread: a flat list of replies, oldest first, limited in depth and number. `complete`
 * is false when replies are missing.
 */
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
