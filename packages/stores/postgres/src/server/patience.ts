import type { Clock } from '@social/core/store'

import { NoAnswer } from './postgres-errors.js'

/**
 * Seconds between two checks of the running attempts, which is the precision of a timeout. Our
 * choice.
 */
const QUERY_SECONDS = 0.05

/**
 * Waits for the result of one attempt, until its timeout. Results that arrive later are not
 * awaited.
 */
export class Patience {
  readonly endsAt: number
  #reason: { readonly error: unknown } | null = null
  #reject: (error: unknown) => void = () => {}

  constructor(endsAt: number) {
    this.endsAt = endsAt
  }

  /**
   * Returns the result, unless the timeout comes first. Then `onLate` receives the result when it
   * arrives.
   * @throws the reason of the timeout.
   */
  for<T>(answer: Promise<T>, onLate?: (late: T) => void): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#reject = reject
      if (this.#reason) reject(this.#reason.error)
      answer.then((value) => (this.#reason ? onLate?.(value) : resolve(value)), reject)
    })
  }

  /** Makes the waiting call fail with this error. */
  giveUp(error: unknown): void {
    if (this.#reason) return
    this.#reason = { error }
    this.#reject(error)
  }
}

/**
 * Manages the timeouts of all attempts with one timer, because almost every attempt ends before
 * its timeout.
 */
export class Deadlines {
  readonly #clock: Clock
  readonly #waiting = new Set<Patience>()
  #isLooking = false

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /**
   * Starts an attempt with a timeout in seconds. The caller must call `end` when the attempt has
   * ended.
   */
  begin(seconds: number): Patience {
    const patience = new Patience(this.#clock.monotonic() + seconds)
    this.#waiting.add(patience)
    if (!this.#isLooking) void this.#check()
    return patience
  }

  /** Stops the timeout of an attempt. */
  end(patience: Patience): void {
    this.#waiting.delete(patience)
  }

  async #check(): Promise<void> {
    this.#isLooking = true
    while (this.#waiting.size > 0) {
      await this.#clock.sleep(QUERY_SECONDS, { isLimit: true })
      const now = this.#clock.monotonic()
      for (const patience of this.#waiting) if (patience.endsAt <= now) patience.giveUp(new NoAnswer())
    }
    this.#isLooking = false
  }
}
