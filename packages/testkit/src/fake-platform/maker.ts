/** When the first thing is made; each one after it is a second later, so that runs compare equal. */
const START = Date.parse('2024-01-01T00:00:00Z')

/** Makes moments and ids that are the same in every run. */
export class Maker {
  readonly #made = new Map<string, number>()
  #moments = 0

  /** The moment of the next thing that is made. */
  moment(): Date {
    this.#moments += 1
    return new Date(START + (this.#moments - 1) * 1000)
  }

  /** The next id of a kind: `post-1`, `post-2`; the bare number for the kind ''. */
  id(kind: string): string {
    const next = (this.#made.get(kind) ?? 0) + 1
    this.#made.set(kind, next)
    return kind === '' ? String(next) : `${kind}-${next}`
  }
}
