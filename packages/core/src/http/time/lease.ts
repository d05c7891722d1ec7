import type { Clock } from '../../contract/ports.js'
import { assertObject } from '../../models/values/assert-object.js'
import { wrongArgument } from '../../models/values/wrong-argument.js'
import { type Alarm, type AlarmListener, setAlarm, stopAlarm } from './clock.js'
import { within } from './within.js'

/** One point in time, by the monotonic clock and by the wall clock, in seconds. */
export interface LeaseMoment {
  readonly monotonic: number
  readonly wall: number
}

/**
 * Returns the current time by both clocks. Call it before the store is asked for a lease, because
 * the store may respond late.
 */
export function leaseMoment(clock: Clock): LeaseMoment {
  if (typeof clock?.monotonic !== 'function' || typeof clock.now !== 'function')
    throw wrongArgument('leaseMoment: clock', 'a clock', clock)
  return { monotonic: clock.monotonic(), wall: clock.now().getTime() / 1000 }
}

/** Settings of a lease. */
export interface LeaseOptions {
  readonly clock: Clock
  readonly seconds: number
  /**
   * Time before the call that acquired the lease. Without it, the lease is not held until `renew`
   * is called.
   */
  readonly from?: LeaseMoment | undefined
  /**
   * Extends the lease in its store. After `keep`, this function is called three times per lease,
   * with the time limit of the call in seconds. Return false if another worker holds the lease.
   * The lease is then lost. After a rejection, this function is called again unless the lease has
   * ended. Without `extend`, the lease is lost when it ends.
   */
  readonly extend?: ((withinSeconds: number) => boolean | Promise<boolean>) | undefined
  /** Called once, when the lease is lost. */
  readonly onLost?: ((error: unknown) => void) | undefined
}

const ENDED = Promise.resolve()

/**
 * Lease of this process on a shared resource. Its end is checked with two clocks, and the earlier
 * end counts. The monotonic clock may stop while a machine is suspended, and the wall clock can be
 * changed.
 */
export class Lease implements AlarmListener {
  readonly #options: LeaseOptions
  #from: LeaseMoment | null
  #alarm: Alarm | null = null
  #alarmSetAt = 0
  #isKept = false
  #extending: Promise<void> | null = null
  /** Error of the latest extension. Null if it succeeded. */
  #failure: { readonly error: unknown } | null = null

  /** @throws ConfigError if the options are missing. */
  constructor(options: LeaseOptions) {
    assertObject(options, 'new Lease', '{ clock, seconds }')
    this.#options = options
    this.#from = options.from ?? null
  }

  /**
   * True while no other worker can hold the lease. If the lease has ended and cannot be extended,
   * reading this property calls `onLost`.
   */
  get isHeld(): boolean {
    if (this.secondsLeft > 0) return true
    // The alarm that ends the lease may be late, because the process was paused or its machine was
    // suspended.
    if (this.#isKept && this.#options.extend === undefined) this.#lose(new Error('The lease has ended.'))
    return false
  }

  /** Seconds until the lease ends, by the clock on which more time has passed. 0 after the end. */
  get secondsLeft(): number {
    if (this.#from === null) return 0
    const { clock, seconds } = this.#options
    const now = leaseMoment(clock)
    const passed = Math.max(now.monotonic - this.#from.monotonic, now.wall - this.#from.wall)
    return Math.max(0, seconds - passed)
  }

  /** Records that the lease was extended. @param from - Time before the store was called. */
  renew(from: LeaseMoment): void {
    if (this.#from === null || from.monotonic >= this.#from.monotonic) this.#from = from
  }

  /**
   * Starts to extend the lease regularly. Without `extend`, starts the timer that ends the lease.
   */
  keep(): void {
    this.#isKept = true
    this.#setAlarm()
  }

  /**
   * Ends the lease without calling `onLost`. Resolves when a running call of `extend` has ended.
   */
  end(): Promise<void> {
    this.#from = null
    this.#stop()
    return this.#extending ?? ENDED
  }

  /** Called by the alarm. Extends the lease, or loses it if it cannot be extended. */
  ring(): void {
    this.#alarm = null
    const { extend, clock } = this.#options
    if (extend === undefined) {
      if (this.isHeld && clock.monotonic() > this.#alarmSetAt) this.#setAlarm()
    } else if (this.#failure !== null && !this.isHeld) this.#lose(this.#failure.error)
    else this.#extending = this.#extend(extend)
  }

  #setAlarm(): void {
    const { clock, seconds, extend } = this.#options
    if (this.#alarm !== null) stopAlarm(this.#alarm)
    this.#alarmSetAt = clock.monotonic()
    const left = this.secondsLeft
    // The wait is at least one millisecond. Because of rounding, the alarm could otherwise fire
    // again at the same time.
    const wait = extend === undefined ? Math.max(0.001, left) : Math.min(seconds / 3, left || seconds)
    this.#alarm = setAlarm(clock, wait, this, { isLimit: true })
  }

  async #extend(extend: (withinSeconds: number) => boolean | Promise<boolean>): Promise<void> {
    const { clock, seconds } = this.#options
    const calledAt = leaseMoment(clock)
    // An expired lease is extended too: it is still valid if the store reports that no other worker
    // has taken it.
    const limit = { clock, seconds: Math.min(seconds / 3, this.secondsLeft || seconds), isLimit: true }
    try {
      const answer = extend(limit.seconds)
      const isOurs = typeof answer === 'boolean' ? answer : await within(answer, limit)
      if (!this.#isKept) return
      if (!isOurs) return this.#lose(new Error('Another worker holds the lease.'))
      this.renew(calledAt)
      this.#failure = null
    } catch (error) {
      if (!this.#isKept) return undefined
      if (!this.isHeld) return this.#lose(error)
      this.#failure = { error }
    }
    // In some test clocks waits take no time. Without this check, the alarm would fire in an
    // endless loop.
    if (clock.monotonic() > this.#alarmSetAt) this.#setAlarm()
    return undefined
  }

  #lose(error: unknown): void {
    this.#from = null
    this.#failure = null
    this.#stop()
    this.#options.onLost?.(error)
  }

  #stop(): void {
    this.#isKept = false
    if (this.#alarm !== null) stopAlarm(this.#alarm)
    this.#alarm = null
  }
}
