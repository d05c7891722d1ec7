/**
 * Returns the map key of a post. The length prefix prevents equal keys for two different pairs of connection and
 * post.
 */
function placeOf(connectionId: string, postId: string): string {
  return `${connectionId.length}:${connectionId}${postId}`
}

/** Records which journal entry of this process owns which post of the network. */
export class InMemoryOwners {
  readonly #owners = new Map<string, string>()

  /**
   * Returns true if the entry owns the post, false if another entry owns it, null if the post has
   * no owner.
   */
  isOurs(entry: string, connectionId: string, postId: string): boolean | null {
    const owner = this.#owners.get(placeOf(connectionId, postId))
    return owner === undefined ? null : owner === entry
  }

  /**
   * Makes the entry the owner of the post unless another entry owns it.
   * @returns The map key of the post, or null if another entry owns the post.
   */
  own(entry: string, connectionId: string, postId: string | null | undefined): string | null {
    if (postId === null || postId === undefined) return null
    const place = placeOf(connectionId, postId)
    const owner = this.#owners.get(place)
    if (owner !== undefined && owner !== entry) return null
    this.#owners.set(place, entry)
    return place
  }

  /** Removes the owner of a post. Called when the owner's entry is removed. */
  forget(place: string | null): void {
    if (place !== null) this.#owners.delete(place)
  }
}
