/**
 * Wakes a worker that waits for its next poll (a condition variable). It rings often, so it does not use errors or
 * signals.
 */
export class Bell {
  #hasRung = false
  #wake: () => void = () => undefined

  /** Ends all waits. The next wait ends immediately. */
  ring(): void {
    this.#hasRung = true
    this.#wake()
  }

  /** Resets the ring. */
  quiet(): void {
    this.#hasRung = false
  }

  /** Resolves at a ring, immediately if it has rung, or after the timeout. */
  wait(seconds: number): Promise<void> {
    if (this.#hasRung) return Promise.resolve()
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, seconds * 1000)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}
