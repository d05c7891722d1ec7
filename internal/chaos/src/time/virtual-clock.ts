import type { Clock } from '@social/core/platform'

interface Sleeper {
  readonly owner: object | null
  due: number
  readonly wake: () => void
}

/**
 * The time of a whole run: it stands still while anybody works, and jumps to the next sleeper when nobody does. Limits
 * pass like every other wait, so what never answers is heard of at once.
 */
export class VirtualClock implements Clock {
  readonly #start: number
  readonly #sleepers = new Set<Sleeper>()
  /** Owners whose machine is suspended. */
  readonly #suspended = new Set<object | null>()
  /** How often somebody went to sleep. */
  asked = 0
  #elapsed = 0
  #stepped = 0

  constructor(now: string) {
    this.#start = Date.parse(now)
  }

  now(): Date {
    return new Date(Math.round(this.#start + (this.#elapsed + this.#stepped) * 1000))
  }

  /** The time as everybody else has it: nobody steps the clocks of a network. */
  readonly unstepped = { now: (): Date => new Date(Math.round(this.#start + this.#elapsed * 1000)) }

  monotonic(): number {
    return this.#elapsed
  }

  /** Sets what the clock shows on by so many seconds, or back. No time passes. */
  step(seconds: number): void {
    this.#stepped += seconds
  }

  /** Sets what the clock shows right. No time passes. */
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

  /** Nobody wakes any more who slept on behalf of this owner. */
  forget(owner: object): void {
    for (const sleeper of this.#sleepers) if (sleeper.owner === owner) this.#sleepers.delete(sleeper)
  }

  /** The sleeps of this owner stop: its machine is suspended. */
  suspend(owner: object): void {
    this.#suspended.add(owner)
  }

  /** The sleeps of this owner continue after so many seconds, with the time they had left. */
  resume(owner: object, seconds: number): void {
    this.#suspended.delete(owner)
    for (const sleeper of this.#sleepers) if (sleeper.owner === owner) sleeper.due += seconds
  }

  /** When the next sleeper wakes, in seconds since the start; null when nobody sleeps. */
  get nextDue(): number | null {
    return this.#first()?.due ?? null
  }

  /** Jumps to whoever wakes next. @returns False when nobody sleeps. */
  jump(): boolean {
    const first = this.#first()
    if (first === null) return false
    this.#elapsed = Math.max(this.#elapsed, first.due)
    first.wake()
    return true
  }

  /** Lets time pass up to a moment; whoever is due has to be woken before with `jump`. */
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
