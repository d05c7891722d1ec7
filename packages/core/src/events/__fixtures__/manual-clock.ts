import type { Clock } from '../../contract/index.js'

interface Sleeper {
  readonly at: number
  readonly wake: () => void
}

/** A clock that stands still until a test moves it. */
export class ManualClock implements Clock {
  readonly #start: number
  #seconds = 0
  #steppedSeconds = 0
  #sleepers: Sleeper[] = []

  constructor(start = new Date('2026-03-01T12:00:00Z')) {
    this.#start = start.getTime()
  }

  now(): Date {
    return new Date(this.#start + (this.#seconds + this.#steppedSeconds) * 1000)
  }

  monotonic(): number {
    return this.#seconds
  }

  /** Sets the wall clock forth or back; the monotonic one goes on. */
  step(seconds: number): void {
    this.#steppedSeconds += seconds
  }

  /** Time passes while the event loop stands still: nobody is woken. */
  stall(seconds: number): void {
    this.#seconds += seconds
  }

  /** How many waits are under way. */
  get sleeping(): number {
    return this.#sleepers.length
  }

  sleep(seconds: number, options: { readonly signal?: AbortSignal | undefined } = {}): Promise<void> {
    const { signal } = options
    if (signal?.aborted) return Promise.reject(signal.reason)
    return new Promise((resolve, reject) => {
      const done = (): void => {
        this.#sleepers = this.#sleepers.filter((other) => other !== sleeper)
        signal?.removeEventListener('abort', onAbort)
      }
      const onAbort = (): void => {
        done()
        reject(signal?.reason)
      }
      const sleeper: Sleeper = {
        at: this.#seconds + seconds,
        wake: () => {
          done()
          resolve()
        },
      }
      this.#sleepers.push(sleeper)
      signal?.addEventListener('abort', onAbort, { once: true })
    })
  }

  /** Moves on, waking sleepers in order, and lets what they wake run. */
  async advance(seconds: number): Promise<void> {
    const end = this.#seconds + seconds
    for (;;) {
      await settle()
      const next = this.#sleepers.filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at)[0]
      if (!next) break
      this.#seconds = Math.max(this.#seconds, next.at)
      next.wake()
    }
    this.#seconds = Math.max(this.#seconds, end)
    await settle()
  }
}

/** Lets everything that is ready run: promises, and what waits for the next turn. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}
