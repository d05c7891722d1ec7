/** Returns a promise that never resolves, like a wait in a killed process. */
export function never<T>(): Promise<T> {
  return new Promise(() => {})
}

/**
 * Controls when responses from outside reach a worker. While the worker runs, responses pass.
 * While the worker is paused, responses wait in a queue. After its death, no response arrives.
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

  /** True while the whole machine is suspended, so that its monotonic clock and timers stop. */
  get isSuspended(): boolean {
    return this.#isSuspended
  }

  get isDead(): boolean {
    return this.#state === 'DEAD'
  }

  /** Resolves when the worker runs: immediately, after the pause, or never after its death. */
  pass(): Promise<void> {
    if (this.#state === 'RUNNING') return Promise.resolve()
    if (this.#state === 'DEAD') return never()
    return new Promise((resolve) => void this.#waiting.push(resolve))
  }

  /** Waits for a value from outside, and returns the value once the worker runs. */
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

  /** Calls `listener` when the worker is paused or killed. */
  onStop(listener: () => void): void {
    this.#whenStopped.push(listener)
  }

  /** Calls `listener` when the worker wakes, before any queued response arrives. */
  onWake(listener: () => void): void {
    this.#whenWoken.push(listener)
  }

  /** Suspends the machine of the worker. */
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

  /** Wakes the worker. Queued responses arrive in their original order. */
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
