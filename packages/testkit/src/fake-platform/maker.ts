/** Time of the first generated object. Each further object is a second later, so that runs are comparable. */
const START = Date.parse('2024-01-01T00:00:00Z')

/** Generates times and ids that are the same in every run. */
export class Maker {
  readonly #made = new Map<string, number>()
  #moments = 0

  /** Time of the next object. */
  moment(): Date {
    this.#moments += 1
    return new Date(START + (this.#moments - 1) * 1000)
  }

  /** Returns the next id of a kind, such as `post-1`, then `post-2`. For the kind '' the id is only the number. */
  id(kind: string): string {
    const next = (this.#made.get(kind) ?? 0) + 1
    this.#made.set(kind, next)
    return kind === '' ? String(next) : `${kind}-${next}`
  }
}
