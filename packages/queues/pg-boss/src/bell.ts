/**
 * Wakes a worker that waits for its next poll (a condition variable). Errors and abort signals are
 * avoided, because a worker is woken often.
 */
export class Bell {
  #hasRung = false
  #wake: () => void = () => undefined

  /** Ends the current wait. Until `quiet` is called, further waits end immediately. */
  ring(): void {
    this.#hasRung = true
    this.#wake()
  }

  /** Makes further waits wait again after `ring`. */
  quiet(): void {
    this.#hasRung = false
  }

  /**
   * Resolves when `ring` is called, or after the timeout. Resolves immediately if `ring` was
   * called since the last `quiet`.
   */
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
