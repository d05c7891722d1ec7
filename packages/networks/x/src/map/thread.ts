import type { PostDetails, RawData, Thread } from '@social/core/platform'
import { model } from '@social/core/platform'

import { compareIds } from './ids.js'

/** A post, and the search results for its conversation. */
interface Found {
  readonly post: PostDetails
  /** The other posts of the conversation, in any order. */
  readonly others: readonly PostDetails[]
  readonly depth: number | null
  readonly limit: number | null
  /**
   * False when X has more search results, or when the search covers only a part of the
   * conversation's time.
   */
  readonly isWhole: boolean
  readonly raw: RawData
}

const timeOf = ({ createdAt }: PostDetails): number => createdAt?.getTime() ?? 0

/** Depth of each post in a thread, by post id. Direct replies to the thread's post have depth 1. */
type Depths = Map<string, number>

/** Adds the depths of all direct and indirect replies to the posts in the map. */
function addBelow(depths: Depths, others: readonly PostDetails[]): Depths {
  const children = Map.groupBy(others, ({ parentId }) => parentId)
  // The loop also visits the entries it adds, because a map is iterated in insertion order.
  for (const [id, depth] of depths)
    for (const child of children.get(id) ?? []) if (!depths.has(child.id)) depths.set(child.id, depth + 1)
  return depths
}

/**
 * Returns the replies whose parent is missing. The parent was deleted or is not visible to the
 * account.
 */
function orphansOf(post: PostDetails, others: readonly PostDetails[]): readonly PostDetails[] {
  const known = new Set([post.id, post.rootId, post.parentId, null, ...others.map(({ id }) => id)])
  return others.filter(({ parentId }) => !known.has(parentId))
}

/** Creates the thread of a post. The replies are sorted, oldest first. */
export function toThread({ post, others, depth, limit, isWhole, raw }: Found): Thread {
  const depths = addBelow(new Map([[post.id, 0]]), others)
  const orphans = orphansOf(post, others)
  const isRoot = (post.rootId ?? post.id) === post.id
  // The root's thread contains the whole conversation. The missing parent of an orphan has depth 1
  // or more, so the orphan has depth 2 or more.
  if (isRoot) for (const { id } of orphans) depths.set(id, 2)
  addBelow(depths, others)
  // If the post is not the root of its conversation, it is unknown whether the orphans belong to
  // the thread.
  const areDistinguished = isRoot || orphans.length === 0
  const below = others.filter(({ id }) => id !== post.id && depths.has(id))
  const near = below.filter(({ id }) => depth === null || (depths.get(id) ?? 0) <= depth)
  const oldestFirst = near.toSorted(
    (one, other) => timeOf(one) - timeOf(other) || compareIds(one.id, other.id),
  )
  const replies = limit === null ? oldestFirst : oldestFirst.slice(0, limit)
  // The search returns posts with a delay and never returns posts of protected accounts. Only the
  // reply counts of the posts show how many replies are missing.
  const repliesByParent = Map.groupBy(below, ({ parentId }) => parentId)
  const counted = [post, ...below].every(
    ({ id, replyCount }) => replyCount === null || (repliesByParent.get(id)?.length ?? 0) >= replyCount,
  )
  return model({
    post,
    replies,
    complete: isWhole && areDistinguished && counted && replies.length === below.length,
    raw,
  })
}
