/**
 * Maximum number of remembered ids. The newest are kept. Far fewer updates arrive between two
 * polls. Our choice.
 */
const MAX_IDS = 10_000

/** Remembers the ids of the latest delivered updates. */
export class SeenIds {
  readonly #ids = new Set<string>()

  /** Remembers an id. @returns False if the id was already remembered. */
  add(id: string): boolean {
    if (this.#ids.has(id)) return false
    this.#ids.add(id)
    const [oldest] = this.#ids
    if (this.#ids.size > MAX_IDS && oldest !== undefined) this.#ids.delete(oldest)
    return true
  }
}
