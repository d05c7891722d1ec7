/** Ids that are remembered, the newest: far more than come between two polls. Our choice. */
const MAX_IDS = 10_000

/** The ids that were handed out last. */
export class SeenIds {
  readonly #ids = new Set<string>()

  /** Remembers an id. @returns False when it was there. */
  add(id: string): boolean {
    if (this.#ids.has(id)) return false
    this.#ids.add(id)
    const [oldest] = this.#ids
    if (this.#ids.size > MAX_IDS && oldest !== undefined) this.#ids.delete(oldest)
    return true
  }
}
