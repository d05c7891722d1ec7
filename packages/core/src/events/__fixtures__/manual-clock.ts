import type { Clock } from '../../contract/index.js'

interface Sleeper {
  readonly at: number
  readonly wake: () => void
}

/** A clock that advances only in tests. */
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

  /** Moves the time of day only. The monotonic clock is not affected. */
  step(seconds: number): void {
    this.#steppedSeconds += seconds
  }

  /** Advances the time as if the event loop were blocked, so that no timer fires. */
  stall(seconds: number): void {
    this.#seconds += seconds
  }

  /** Number of pending `sleep` calls. */
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

  /**
   * Advances the time, wakes sleepers in order, and runs the code that continues after each sleep.
   */
  async advance(seconds: number): Promise<void> {
    const end = this.#seconds + seconds
    for (;;) {
      await runReady()
      const next = this.#sleepers.filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at)[0]
      if (!next) break
      this.#seconds = Math.max(this.#seconds, next.at)
      next.wake()
    }
    this.#seconds = Math.max(this.#seconds, end)
    await runReady()
  }
}

/** Runs all pending promise callbacks, and the work queued for the next turns of the event loop. */
export async function runReady(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}
