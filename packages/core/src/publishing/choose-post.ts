import type { PostCandidate } from '../contract/index.js'
import { assertFunction, assertList } from '../models/values/assert-kind.js'
import { assertObject } from '../models/values/assert-object.js'

/** Choice among posts that may be the one whose response was lost. */
export type PostChoice =
  /** The key owns this post already. */
  | { readonly state: 'OWNED'; readonly id: string }
  /** This post has no owner, and may be claimed. */
  | { readonly state: 'FREE'; readonly post: PostCandidate }
  | { readonly state: 'TAKEN' | 'SEVERAL' }

/**
 * Chooses a post for `PublishJournal.claimPost`, for authors of stores.
 *
 * @param candidates - In the order of preference.
 * @param isOurs - True for a post that the key owns, false for one that another key owns, null for a free one.
 * @param pick - `FIRST` takes the first free one, `ONLY` the only free one.
 */
export function choosePost(
  candidates: readonly PostCandidate[],
  isOurs: (postId: string) => boolean | null,
  pick: 'ONLY' | 'FIRST',
): PostChoice {
  assertList(candidates, 'choosePost: candidates')
  for (const one of candidates) assertObject(one, 'choosePost: candidates', '{ id, ageSeconds }')
  assertFunction(isOurs, 'choosePost: isOurs')
  const owners = candidates.map((post) => ({ post, ours: isOurs(post.id) }))
  const own = owners.find(({ ours }) => ours === true)
  if (own !== undefined) return { state: 'OWNED', id: own.post.id }
  const free = owners.filter(({ ours }) => ours === null)
  const [first] = free
  if (first === undefined) return { state: 'TAKEN' }
  if (pick === 'ONLY' && new Set(free.map(({ post }) => post.id)).size > 1) return { state: 'SEVERAL' }
  return { state: 'FREE', post: first.post }
}
