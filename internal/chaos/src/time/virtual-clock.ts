import type { Clock } from '@social/core/platform'

interface Sleeper {
  readonly owner: object | null
  due: number
  readonly wake: () => void
}

/**
 * Clock of a whole run. Time does not pass while a worker is active, and otherwise jumps to the end
 * of the next sleep. Timeouts are sleeps too, so a missing response is detected without real
 * waiting.
 */
export class VirtualClock implements Clock {
  readonly #start: number
  readonly #sleepers = new Set<Sleeper>()
  /** Owners of sleeps whose machine is suspended. */
  readonly #suspended = new Set<object | null>()
  /** Number of sleeps that were started so far. */
  asked = 0
  #elapsed = 0
  #stepped = 0

  constructor(now: string) {
    this.#start = Date.parse(now)
  }

  now(): Date {
    return new Date(Math.round(this.#start + (this.#elapsed + this.#stepped) * 1000))
  }

  /** Clock of the emulated network. Faults that change the wall clock do not affect it. */
  readonly unstepped = { now: (): Date => new Date(Math.round(this.#start + this.#elapsed * 1000)) }

  monotonic(): number {
    return this.#elapsed
  }

  /** Changes the wall clock by these seconds, forward or back. No time passes. */
  step(seconds: number): void {
    this.#stepped += seconds
  }

  /** Corrects the wall clock. No time passes. */
  setRight(): void {
    this.#stepped = 0
  }

  sleep(
    seconds: number,
    options: { readonly signal?: AbortSignal; readonly owner?: object } = {},
  ): Promise<void> {
    const { signal, owner = null } = options
    this.asked += 1
    return new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason)
        return
      }
      if (!(seconds > 0)) {
        resolve()
        return
      }
      const wake = (): void => {
        signal?.removeEventListener('abort', giveUp)
        this.#sleepers.delete(sleeper)
        resolve()
      }
      const giveUp = (): void => {
        this.#sleepers.delete(sleeper)
        reject(signal?.reason)
      }
      const sleeper: Sleeper = { owner, due: this.#elapsed + seconds, wake }
      signal?.addEventListener('abort', giveUp, { once: true })
      this.#sleepers.add(sleeper)
    })
  }

  /** Cancels all sleeps of an owner. */
  forget(owner: object): void {
    for (const sleeper of this.#sleepers) if (sleeper.owner === owner) this.#sleepers.delete(sleeper)
  }

  /** Stops the sleeps of an owner whose machine is suspended. */
  suspend(owner: object): void {
    this.#suspended.add(owner)
  }

  /**
   * Resumes the sleeps of an owner after these seconds. Each sleep continues with its remaining
   * time.
   */
  resume(owner: object, seconds: number): void {
    this.#suspended.delete(owner)
    for (const sleeper of this.#sleepers) if (sleeper.owner === owner) sleeper.due += seconds
  }

  /** Time when the next sleep ends, in seconds since the start. Null if there are no sleeps. */
  get nextDue(): number | null {
    return this.#first()?.due ?? null
  }

  /** Jumps to the end of the next sleep. @returns False if there are no sleeps. */
  jump(): boolean {
    const first = this.#first()
    if (first === null) return false
    this.#elapsed = Math.max(this.#elapsed, first.due)
    first.wake()
    return true
  }

  /** Advances the time to a moment. Sleeps that end earlier must be ended first with `jump`. */
  passTo(elapsed: number): void {
    this.#elapsed = Math.max(this.#elapsed, elapsed)
  }

  #first(): Sleeper | null {
    let first: Sleeper | null = null
    for (const sleeper of this.#sleepers)
      if (!this.#suspended.has(sleeper.owner) && (first === null || sleeper.due < first.due)) first = sleeper
    return first
  }
}
