/** Creation time of the first generated object. Each further object is created one second later. */
const START = Date.parse('2024-01-01T00:00:00Z')

/** Generates times and ids that are the same in every run. */
export class Maker {
  readonly #made = new Map<string, number>()
  #moments = 0

  /** Returns the creation time of the next object. */
  moment(): Date {
    this.#moments += 1
    return new Date(START + (this.#moments - 1) * 1000)
  }

  /**
   * Returns the next id with a prefix: `post-1`, then `post-2`. An empty prefix returns only the
   * number.
   */
  id(kind: string): string {
    const next = (this.#made.get(kind) ?? 0) + 1
    this.#made.set(kind, next)
    return kind === '' ? String(next) : `${kind}-${next}`
  }
}
