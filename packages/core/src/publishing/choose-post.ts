import type { PostCandidate } from '../contract/index.js'
import { assertFunction, assertList } from '../models/values/assert-kind.js'
import { assertObject } from '../models/values/assert-object.js'

/** Result of `choosePost`: the post that an idempotency key may claim after a lost response. */
export type PostChoice =
  /** The key already owns this post. */
  | { readonly state: 'OWNED'; readonly id: string }
  /** No key owns this post, so it can be claimed. */
  | { readonly state: 'FREE'; readonly post: PostCandidate }
  | { readonly state: 'TAKEN' | 'SEVERAL' }

/**
 * Chooses a post for `PublishJournal.claimPost`, for authors of stores.
 *
 * @param candidates - Matching posts in order of preference.
 * @param isOurs - True for a post that the key owns, false for a post of another key, null for a post without owner.
 * @param pick - `FIRST` chooses the first post without owner. `ONLY` chooses that post only if no second post
 * without owner matches.
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
