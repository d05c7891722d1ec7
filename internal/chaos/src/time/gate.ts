/** A promise that nobody will ever hear of again: what a dead process was waiting for. */
export function never<T>(): Promise<T> {
  return new Promise(() => {})
}

/**
 * What stands between a worker and everything outside it. Open while the worker runs; shut while it is paused, so that
 * answers pile up; gone for good once it is dead.
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

  /** Resolves when the worker runs: at once, after the pause, or never. */
  pass(): Promise<void> {
    if (this.#state === 'RUNNING') return Promise.resolve()
    if (this.#state === 'DEAD') return never()
    return new Promise((resolve) => void this.#waiting.push(resolve))
  }

  /** Hands something from outside to the worker, once it runs. */
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

  /** Calls `listener` when the worker stops, whether it is paused or dies. */
  onStop(listener: () => void): void {
    this.#whenStopped.push(listener)
  }

  /** Calls `listener` when the worker wakes, before anything else reaches it. */
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

  /** The worker wakes; what piled up reaches it in the order in which it came. */
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
