/** Wakes a worker that waits for its next poll (a condition variable). It rings often, so nothing is thrown or aborted for it. */
export class Bell {
  #hasRung = false
  #wake: () => void = () => undefined

  /** Whoever waits goes on at once; whoever waits next does not wait at all. */
  ring(): void {
    this.#hasRung = true
    this.#wake()
  }

  /** Forgets that it has rung. */
  quiet(): void {
    this.#hasRung = false
  }

  /** Resolves when it rings or has rung, and after so many seconds otherwise. */
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
