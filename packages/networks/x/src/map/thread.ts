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

/** Posts below one, by how deep they stand: 1 for answers to the post itself. */
function depthsBelow(rootId: string, others: readonly PostDetails[]): ReadonlyMap<string, number> {
  const children = Map.groupBy(others, ({ parentId }) => parentId)
  const depths = new Map([[rootId, 0]])
  // A map is walked in the order of its entries, also of those that come in meanwhile.
  for (const [id, depth] of depths)
    for (const child of children.get(id) ?? []) if (!depths.has(child.id)) depths.set(child.id, depth + 1)
  return depths
}

/** A post and what was answered to it, oldest first. */
export function toThread({ post, others, depth, limit, isWhole, raw }: Found): Thread {
  const depths = depthsBelow(post.id, others)
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
  return model({ post, replies, complete: isWhole && counted && replies.length === below.length, raw })
}
