import type { Clock } from '@social/core/platform'

import { NoAnswer } from './postgres-errors.js'

/** The time one attempt has. What comes later is not waited for. */
export class Patience {
  readonly #stop = new AbortController()
  readonly #over: Promise<never>

  constructor(clock: Clock, seconds: number, signal: AbortSignal | undefined) {
    const over = Promise.withResolvers<never>()
    this.#over = over.promise
    // Nobody may be waiting when it is over.
    over.promise.catch(() => {})
    const giveUp = (): void => over.reject(signal?.reason)
    if (signal?.aborted) giveUp()
    signal?.addEventListener('abort', giveUp, { once: true, signal: this.#stop.signal })
    clock
      .sleep(seconds, { signal: this.#stop.signal, isLimit: true })
      .then(() => over.reject(new NoAnswer()))
      .catch(() => {})
  }

  /** An answer, unless the time is over before; then `onLate` gets it. @throws NoAnswer, or the reason of the signal. */
  async for<T>(answer: Promise<T>, onLate: (late: T) => void = () => {}): Promise<T> {
    let isOver = false
    const tellLate = async (): Promise<void> => {
      const late = await answer
      if (isOver) onLate(late)
    }
    tellLate().catch(() => {})
    try {
      return await Promise.race([answer, this.#over])
    } catch (error) {
      isOver = true
      throw error
    }
  }

  /** Ends the waiting. */
  end(): void {
    this.#stop.abort()
  }
}
