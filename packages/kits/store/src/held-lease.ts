import {
  type Alarm,
  type AlarmListener,
  type Clock,
  NetworkError,
  setAlarm,
  stopAlarm,
} from '@social/core/platform'

/** What a lock is held by, and how it is extended. */
export interface HeldLeaseParts {
  readonly clock: Clock
  readonly key: string
  readonly leaseSeconds: number
  /** When the lease ends at the earliest, in seconds of the monotonic clock. */
  readonly ends: number
  /** Extends the lease from now. False when it is no longer ours; fails when nobody can tell. */
  extend(withinSeconds: number): boolean | Promise<boolean>
}

/** A lease that is renewed until it is given up or lost. Most are given up long before: one timer is all they cost. */
export class HeldLease implements AlarmListener {
  readonly #parts: HeldLeaseParts
  /** Made when somebody asks for the signal: most work does not, and it costs more than the rest of the lease. */
  #lost: AbortController | null = null
  #error: NetworkError | null = null
  #ends: number
  #alarm: Alarm | null = null
  #extending: Promise<void> | null = null
  #isOver = false

  constructor(parts: HeldLeaseParts) {
    this.#parts = parts
    this.#ends = parts.ends
    this.#wait()
  }

  /** Fires when the lease is lost. */
  get signal(): AbortSignal {
    this.#lost ??= new AbortController()
    if (this.#error !== null) this.#lost.abort(this.#error)
    return this.#lost.signal
  }

  /** Stops extending, and waits for an extension that is under way. */
  async end(): Promise<void> {
    this.#isOver = true
    if (this.#alarm !== null) stopAlarm(this.#alarm)
    await this.#extending
  }

  /** It is time to extend. */
  ring(): void {
    this.#alarm = null
    this.#extending = this.#extend()
  }

  #wait(): void {
    const { clock, leaseSeconds } = this.#parts
    const left = Math.max(this.#ends - clock.monotonic(), 0)
    this.#alarm = setAlarm(clock, Math.min(leaseSeconds / 3, left), this)
  }

  async #extend(): Promise<void> {
    const { clock, key, leaseSeconds } = this.#parts
    const asked = clock.monotonic()
    const answer = await this.#ask(Math.max(this.#ends - asked, 0))
    if (this.#isOver) return
    if (answer === 'EXTENDED') this.#ends = asked + leaseSeconds
    else if (answer === 'LOST' || clock.monotonic() >= this.#ends) {
      this.#isOver = true
      this.#error = lostLock(key)
      this.#lost?.abort(this.#error)
      return
    }
    this.#wait()
  }

  async #ask(withinSeconds: number): Promise<'EXTENDED' | 'LOST' | 'UNKNOWN'> {
    try {
      const answer = this.#parts.extend(withinSeconds)
      const isOurs = typeof answer === 'boolean' ? answer : await this.#within(answer, withinSeconds)
      return isOurs ? 'EXTENDED' : 'LOST'
    } catch {
      // The store is busy or away. The lease still runs; it is lost once it has run out.
      return 'UNKNOWN'
    }
  }

  /** An answer that hangs must not keep the holder from hearing that its lease is over. */
  async #within(answer: Promise<boolean>, seconds: number): Promise<boolean> {
    const over = new AbortController()
    answer.catch(() => {})
    const late = this.#parts.clock
      .sleep(seconds, { signal: over.signal, isLimit: true })
      .then(() => Promise.reject(new Error('too late')))
    late.catch(() => {})
    try {
      return await Promise.race([answer, late])
    } finally {
      over.abort()
    }
  }
}

function lostLock(key: string): NetworkError {
  return new NetworkError(
    `The lock "${key}" was lost: this process could not extend its lease in time, and another may have it now.`,
  )
}
