/** Maximum number of remembered ids, the newest. Far more than arrive between two polls. Our choice. */
const MAX_IDS = 10_000

/** The ids of the updates that were delivered last. */
export class SeenIds {
  readonly #ids = new Set<string>()

  /** Remembers an id. @returns False if it was already remembered. */
  add(id: string): boolean {
    if (this.#ids.has(id)) return false
    this.#ids.add(id)
    const [oldest] = this.#ids
    if (this.#ids.size > MAX_IDS && oldest !== undefined) this.#ids.delete(oldest)
    return true
  }
}
