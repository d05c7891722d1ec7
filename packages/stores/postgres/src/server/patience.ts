import type { Clock } from '@social/core/store'

import { NoAnswer } from './postgres-errors.js'

/** Seconds between two looks at the attempts under way: a timeout is kept that exactly. Our choice. */
const QUERY_SECONDS = 0.05

/** The timeout of one attempt. What comes later is not waited for. */
export class Patience {
  readonly endsAt: number
  #reason: { readonly error: unknown } | null = null
  #reject: (error: unknown) => void = () => {}

  constructor(endsAt: number) {
    this.endsAt = endsAt
  }

  /** An answer, unless the time is over before; then `onLate` gets it. @throws the reason why it is over. */
  for<T>(answer: Promise<T>, onLate?: (late: T) => void): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#reject = reject
      if (this.#reason) reject(this.#reason.error)
      answer.then((value) => (this.#reason ? onLate?.(value) : resolve(value)), reject)
    })
  }

  /** Ends the waiting. */
  giveUp(error: unknown): void {
    if (this.#reason) return
    this.#reason = { error }
    this.#reject(error)
  }
}

/** Ends every attempt whose time is over. One timer for all of them, because nearly every one is answered. */
export class Deadlines {
  readonly #clock: Clock
  readonly #waiting = new Set<Patience>()
  #isLooking = false

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Begins an attempt of so many seconds. `end` has to be called with it. */
  begin(seconds: number): Patience {
    const patience = new Patience(this.#clock.monotonic() + seconds)
    this.#waiting.add(patience)
    if (!this.#isLooking) void this.#look()
    return patience
  }

  /** The attempt is over. */
  end(patience: Patience): void {
    this.#waiting.delete(patience)
  }

  async #look(): Promise<void> {
    this.#isLooking = true
    while (this.#waiting.size > 0) {
      await this.#clock.sleep(QUERY_SECONDS, { isLimit: true })
      const now = this.#clock.monotonic()
      for (const patience of this.#waiting) if (patience.endsAt <= now) patience.giveUp(new NoAnswer())
    }
    this.#isLooking = false
  }
}
