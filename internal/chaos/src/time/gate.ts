/** A promise that never completes: a wait in a dead process. */
export function never<T>(): Promise<T> {
  return new Promise(() => {})
}

/**
 * The gate between a worker and everything outside of it. It is open while the worker runs, closed while it is
 * paused, so that responses queue up, and gone after its death.
 */
export class Gate {
  #state: 'RUNNING' | 'PAUSED' | 'DEAD' = 'RUNNING'
  readonly #waiting: (() => void)[] = []
  readonly #whenStopped: (() => void)[] = []
  readonly #whenWoken: (() => void)[] = []
  #isSuspended = false

  get isRunning(): boolean {
    return this.#state === 'RUNNING'
  }

  get isPaused(): boolean {
    return this.#state === 'PAUSED'
  }

  /** True while the whole machine is suspended: its monotonic clock and its timers stop. */
  get isSuspended(): boolean {
    return this.#isSuspended
  }

  get isDead(): boolean {
    return this.#state === 'DEAD'
  }

  /** Resolves when the worker runs: immediately, after the pause, or never. */
  pass(): Promise<void> {
    if (this.#state === 'RUNNING') return Promise.resolve()
    if (this.#state === 'DEAD') return never()
    return new Promise((resolve) => void this.#waiting.push(resolve))
  }

  /** Passes a value from outside to the worker once it runs. */
  async deliver<T>(outside: Promise<T>): Promise<T> {
    try {
      const value = await outside
      if (!this.isRunning) await this.pass()
      return value
    } catch (error) {
      if (!this.isRunning) await this.pass()
      throw error
    }
  }

  /** Calls `listener` when the worker is paused or dies. */
  onStop(listener: () => void): void {
    this.#whenStopped.push(listener)
  }

  /** Calls `listener` when the worker wakes, before any queued response. */
  onWake(listener: () => void): void {
    this.#whenWoken.push(listener)
  }

  /** Pauses the worker together with its machine. */
  suspend(): void {
    this.#isSuspended = this.#state === 'RUNNING'
    this.pause()
  }

  pause(): void {
    if (this.#state !== 'RUNNING') return
    this.#state = 'PAUSED'
    this.#stopped()
  }

  die(): void {
    if (this.#state === 'DEAD') return
    this.#state = 'DEAD'
    this.#waiting.length = 0
    this.#stopped()
  }

  /** Wakes the worker. Queued responses reach it in their order of arrival. */
  wake(): void {
    if (this.#state !== 'PAUSED') return
    this.#state = 'RUNNING'
    for (const listener of this.#whenWoken) listener()
    this.#isSuspended = false
    for (const resume of this.#waiting.splice(0)) resume()
  }

  #stopped(): void {
    for (const listener of this.#whenStopped) listener()
  }
}
