import type { Clock } from '../../contract/index.js'

/**
 * A wait that `wake` ends early. A call of `wake` while nothing waits ends the next wait
 * immediately.
 */
export class Waker {
  readonly #clock: Clock
  #isDue = false
  #sleeping: AbortController | null = null

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Ends the current wait, or else the next one. */
  wake(): void {
    this.#isDue = true
    this.#sleeping?.abort()
  }

  /** Waits until the time has passed, `wake` is called, or the signal is aborted. Never rejects. */
  async sleep(seconds: number, signal?: AbortSignal): Promise<void> {
    const controller = new AbortController()
    const stop = (): void => controller.abort()
    this.#sleeping = controller
    signal?.addEventListener('abort', stop, { once: true })
    if (this.#isDue || signal?.aborted) controller.abort()
    await this.#clock.sleep(seconds, { signal: controller.signal }).catch(() => undefined)
    signal?.removeEventListener('abort', stop)
    this.#sleeping = null
    this.#isDue = false
  }
}
