import type { PostDetails, RawData, Thread } from '@social/core/platform'
import { model } from '@social/core/platform'

import { compareIds } from './ids.js'

/** What was found of a conversation. */
interface Found {
  readonly post: PostDetails
  /** Posts of the conversation, in any order. */
  readonly others: readonly PostDetails[]
  readonly depth: number | null
  readonly limit: number | null
  /** False when X has more, or does not search that far back. */
  readonly isWhole: boolean
  readonly raw: RawData
}

const timeOf = ({ createdAt }: PostDetails): number => createdAt?.getTime() ?? 0

/** Depths of posts below a post: 1 for its replies. */
type Depths = Map<string, number>

/** Adds everything below the posts that are known. */
function addBelow(depths: Depths, others: readonly PostDetails[]): Depths {
  const children = Map.groupBy(others, ({ parentId }) => parentId)
  // A map is iterated in insertion order, entries that are added meanwhile included.
  for (const [id, depth] of depths)
    for (const child of children.get(id) ?? []) if (!depths.has(child.id)) depths.set(child.id, depth + 1)
  return depths
}

/** Replies to a post that is not there: it was deleted, or X does not show it. */
function orphansOf(post: PostDetails, others: readonly PostDetails[]): readonly PostDetails[] {
  const known = new Set([post.id, post.rootId, post.parentId, null, ...others.map(({ id }) => id)])
  return others.filter(({ parentId }) => !known.has(parentId))
}

/** A post and what was answered to it, oldest first. */
export function toThread({ post, others, depth, limit, isWhole, raw }: Found): Thread {
  const depths = addBelow(new Map([[post.id, 0]]), others)
  const orphans = orphansOf(post, others)
  const isRoot = (post.rootId ?? post.id) === post.id
  // Below the root of a conversation is all of it. An absent reply is at depth 1 or more, its replies at 2 or more.
  if (isRoot) for (const { id } of orphans) depths.set(id, 2)
  addBelow(depths, others)
  // Below another post nobody can tell which of them belong to it.
  const areDistinguished = isRoot || orphans.length === 0
  const below = others.filter(({ id }) => id !== post.id && depths.has(id))
  const near = below.filter(({ id }) => depth === null || (depths.get(id) ?? 0) <= depth)
  const oldestFirst = near.toSorted(
    (one, other) => timeOf(one) - timeOf(other) || compareIds(one.id, other.id),
  )
  const replies = limit === null ? oldestFirst : oldestFirst.slice(0, limit)
  // Posts come late into the search, and answers of protected accounts never: the counts tell.
  const answers = Map.groupBy(below, ({ parentId }) => parentId)
  const counted = [post, ...below].every(
    ({ id, replyCount }) => replyCount === null || (answers.get(id)?.length ?? 0) >= replyCount,
  )
  return model({
    post,
    replies,
    complete: isWhole && areDistinguished && counted && replies.length === below.length,
    raw,
  })
}
