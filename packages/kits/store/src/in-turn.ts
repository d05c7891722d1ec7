/**
 * A queue for each name: runs what is asked for under one name one after another, in the order it was asked for: sealing takes time, and a later
 * write must not overtake an earlier one.
 */
export class InTurn {
  readonly #last = new Map<string, Promise<unknown>>()

  /** Names under which something runs or waits. */
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
