import {
  makePostDetails,
  model,
  type PostDetails,
  type RawData,
  type Thread,
  type Unavailable,
} from '@social/core/platform'
import * as v from 'valibot'

import { threadNode } from '../schemas.js'
import { toPostDetails } from './post.js'

const NODE = 'app.bsky.feed.defs#threadViewPost'
const UNAVAILABLE: Readonly<Record<string, Unavailable>> = {
  'app.bsky.feed.defs#blockedPost': 'BLOCKED',
  'app.bsky.feed.defs#notFoundPost': 'DELETED',
}

type Node = v.InferOutput<typeof threadNode>

/** Replies collected from the tree of a thread. `isCut` is true when replies are missing. */
interface Gathered {
  readonly replies: PostDetails[]
  isCut: boolean
}

function placeholder(
  node: Node,
  unavailable: Unavailable,
  parentId: string,
  rootId: string | null,
): PostDetails | null {
  const { uri } = node
  return uri ? makePostDetails({ id: uri, parentId, rootId, unavailable, raw: node }) : null
}

/**
 * Returns true if the replies to a post were cut off at the depth limit. The post then has no field
 * `replies`. A post without replies has an empty list.
 */
function isCutHere({ post, replies }: Node): boolean {
  return replies == null && (post?.replyCount ?? 0) > 0
}

function gather(node: Node, parentId: string, rootId: string | null, did: string, into: Gathered): void {
  if (isCutHere(node)) into.isCut = true
  for (const child of node.replies ?? []) {
    const read = v.safeParse(threadNode, child)
    if (!read.success) {
      into.isCut = true
      continue
    }
    const reply = read.output
    const unavailable = UNAVAILABLE[reply.$type ?? '']
    if (unavailable) {
      const unavailableReply = placeholder(reply, unavailable, parentId, rootId)
      if (unavailableReply) into.replies.push(unavailableReply)
    } else if (reply.$type === NODE && reply.post) {
      into.replies.push(toPostDetails(reply.post, did))
      gather(reply, reply.post.uri, rootId, did, into)
    }
  }
}

/**
 * Compares posts by age, oldest first. Posts without a time (placeholders) come last. For two
 * placeholders the result is NaN, which `sort` treats as 0.
 */
function byAge(left: PostDetails, right: PostDetails): number {
  return (left.createdAt?.getTime() ?? Infinity) - (right.createdAt?.getTime() ?? Infinity)
}

/**
 * Converts the tree of a thread to a flat list.
 *
 * @param thread - Node of the requested post.
 * @param limit - Maximum number of replies; null for no limit.
 * @returns Null when the node is not a post.
 */
export function toThread(
  thread: unknown,
  { did, limit, raw }: { readonly did: string; readonly limit: number | null; readonly raw: RawData },
): Thread | null {
  const read = v.safeParse(threadNode, thread)
  if (!read.success || !read.output.post) return null
  const post = toPostDetails(read.output.post, did)
  const gathered: Gathered = { replies: [], isCut: false }
  gather(read.output, post.id, post.rootId, did, gathered)
  const replies = gathered.replies.toSorted(byAge)
  const isShortened = limit !== null && replies.length > limit
  return model({
    post,
    replies: isShortened ? replies.slice(0, limit) : replies,
    complete: !gathered.isCut && !isShortened,
    raw,
  })
}
