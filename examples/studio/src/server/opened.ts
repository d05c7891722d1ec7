/** What was opened, to be let go of in the opposite order. */
export class Opened {
  readonly #closers: (() => unknown)[] = []

  /** Remembers how to let go of something. */
  add(close: () => unknown): void {
    this.#closers.push(close)
  }

  /** Lets go of everything; of the rest too when one of them cannot be closed. */
  async closeAll(): Promise<void> {
    const problems: unknown[] = []
    for (const close of this.#closers.splice(0).toReversed())
      try {
        await close()
      } catch (error) {
        problems.push(error)
      }
    if (problems.length > 0) throw new AggregateError(problems, 'Not everything could be closed.')
  }
}
