import { choosePost, type FoundPost, type PostClaim } from '@social/core/platform'

/** Posts that the key of a call claimed, for tests. */
export interface ClaimRecords {
  /** Ids of the posts that the call owns, in the order of the claims. */
  readonly claimed: readonly string[]
}

/** `call.claimPost` over memory: posts in `ownedByOthers` belong to other keys, every other post is free. */
export function claimsOf(ownedByOthers: readonly string[] = []): ClaimRecords & {
  claimPost(
    candidates: readonly FoundPost[],
    options: { readonly pick: 'ONLY' | 'FIRST' },
  ): Promise<PostClaim>
} {
  const claimed: string[] = []
  return {
    claimed,
    async claimPost(candidates, { pick }) {
      const posts = candidates.map(({ id }) => ({ id, ageSeconds: 0 }))
      const isOurs = (id: string): boolean | null => {
        if (claimed.includes(id)) return true
        return ownedByOthers.includes(id) ? false : null
      }
      const choice = choosePost(posts, isOurs, pick)
      if (choice.state !== 'FREE') return choice
      claimed.push(choice.post.id)
      return { state: 'OWNED', id: choice.post.id }
    },
  }
}
