import { type FoundPost } from '@social/core/platform'
import { choosePost, portArguments, type PostClaim } from '@social/core/store'

/** Posts that a call claimed for its idempotency key. */
export interface ClaimRecords {
  /** Ids of the posts that the call's key owns, in the order of the claims. */
  readonly claimed: readonly string[]
}

/** Key for the in-memory journal, which accepts any valid key. */
const ANY_KEY = { connectionId: 'fake:1', operation: 'post', idempotencyKey: 'key-1' }

/**
 * Implements `call.claimPost` in memory. Posts in `ownedByOthers` belong to other idempotency
 * keys. All other posts are free.
 */
export function claimsOf(ownedByOthers: readonly string[] = []): ClaimRecords & {
  claimPost(
    candidates: readonly FoundPost[],
    options: { readonly pick: 'ONLY' | 'FIRST' },
  ): Promise<PostClaim>
} {
  const claimed: string[] = []
  return {
    claimed,
    async claimPost(candidates, options) {
      const given: unknown = candidates
      if (!Array.isArray(given)) portArguments.journal.claimPost(ANY_KEY, 'claim', given, options)
      const posts = candidates.map((post) => ({ ...post, ageSeconds: 0 }))
      portArguments.journal.claimPost(ANY_KEY, 'claim', posts, options)
      const isOurs = (id: string): boolean | null => {
        if (claimed.includes(id)) return true
        return ownedByOthers.includes(id) ? false : null
      }
      const choice = choosePost(posts, isOurs, options.pick)
      if (choice.state !== 'FREE') return choice
      claimed.push(choice.post.id)
      return { state: 'OWNED', id: choice.post.id }
    },
  }
}
