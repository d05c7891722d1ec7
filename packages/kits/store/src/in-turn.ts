/**
 * Runs work with the same name one after another, in the order of the calls. Required because
 * sealing is asynchronous, and a later write must not overtake an earlier write of the same row.
 */
export class InTurn {
  readonly #last = new Map<string, Promise<unknown>>()

  /** Number of names for which work is running or waiting. */
  get size(): number {
    return this.#last.size
  }

  run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const turn = (this.#last.get(name) ?? Promise.resolve()).then(work)
    const over = turn
      .catch(() => {})
      .finally(() => {
        if (this.#last.get(name) === over) this.#last.delete(name)
      })
    this.#last.set(name, over)
    return turn
  }
}
