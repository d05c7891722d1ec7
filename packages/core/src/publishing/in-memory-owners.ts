/** Place of a post. The length in front makes different pairs different places. */
function placeOf(connectionId: string, postId: string): string {
  return `${connectionId.length}:${connectionId}${postId}`
}

/** Which journal entry owns a post of the network, in this process. */
export class InMemoryOwners {
  readonly #owners = new Map<string, string>()

  /** True for a post that the entry owns, false for one that another entry owns, null for a free one. */
  isOurs(entry: string, connectionId: string, postId: string): boolean | null {
    const owner = this.#owners.get(placeOf(connectionId, postId))
    return owner === undefined ? null : owner === entry
  }

  /** Gives a post to the entry unless another entry owns it. @returns Its place, for `forget`; null when it is not given. */
  own(entry: string, connectionId: string, postId: string | null | undefined): string | null {
    if (postId === null || postId === undefined) return null
    const place = placeOf(connectionId, postId)
    const owner = this.#owners.get(place)
    if (owner !== undefined && owner !== entry) return null
    this.#owners.set(place, entry)
    return place
  }

  /** Frees a post, as its entry is forgotten. */
  forget(place: string | null): void {
    if (place !== null) this.#owners.delete(place)
  }
}
