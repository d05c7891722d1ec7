/**
 * A queue per name: work under the same name runs one after another, in call order. The queue is needed because
 * sealing is asynchronous, and a later write must not overtake an earlier write.
 */
export class InTurn {
  readonly #last = new Map<string, Promise<unknown>>()

  /** Number of names with running or waiting work. */
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
