/** Collects functions that close resources, and runs the functions in reverse order. */
export class Opened {
  readonly #closers: (() => unknown)[] = []

  /** Adds a function that closes a resource. */
  add(close: () => unknown): void {
    this.#closers.push(close)
  }

  /** Closes all resources, even if closing one of them fails. */
  async closeAll(): Promise<void> {
    const problems: unknown[] = []
    for (const close of this.#closers.splice(0).toReversed())
      try {
        await close()
      } catch (error) {
        problems.push(error)
      }
    if (problems.length > 0) throw new AggregateError(problems, 'Some resources could not be closed.')
  }
}
