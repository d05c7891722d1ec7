import type { Clock } from '../../contract/ports.js'
import { assertObject } from '../../models/values/assert-object.js'
import { wrongArgument } from '../../models/values/wrong-argument.js'
import { type Alarm, type AlarmListener, setAlarm, stopAlarm } from './clock.js'
import { within } from './within.js'

/** A time by both clocks, in seconds. */
export interface LeaseMoment {
  readonly monotonic: number
  readonly wall: number
}

/** Current time. Read it before the store is called for a lease, because the response may be late. */
export function leaseMoment(clock: Clock): LeaseMoment {
  if (typeof clock?.monotonic !== 'function' || typeof clock.now !== 'function')
    throw wrongArgument('leaseMoment: clock', 'a clock', clock)
  return { monotonic: clock.monotonic(), wall: clock.now().getTime() / 1000 }
}

/** Settings of a lease. */
export interface LeaseOptions {
  readonly clock: Clock
  readonly seconds: number
  /** Time of the call for the lease. Without it the lease is not held before `renew`. */
  readonly from?: LeaseMoment | undefined
  /**
   * Extends the lease in its store, three times per lease after `keep` was called. False means that another worker
   * holds it. A rejection means that the store is unavailable: the lease is lost if it has ended by then.
   * `withinSeconds` is the time limit of the call. Without `extend` the lease is lost when it ends.
   */
  readonly extend?: ((withinSeconds: number) => boolean | Promise<boolean>) | undefined
  /** Called once when the lease is lost. */
  readonly onLost?: ((error: unknown) => void) | undefined
}

const ENDED = Promise.resolve()

/**
 * A lease of this process on a shared resource. It ends as soon as one of two clocks reaches its end: the monotonic
 * clock stops while a machine is suspended, and the wall clock can be changed.
 */
export class Lease implements AlarmListener {
  readonly #options: LeaseOptions
  #from: LeaseMoment | null
  #alarm: Alarm | null = null
  #alarmSetAt = 0
  #isKept = false
  #extending: Promise<void> | null = null
  /** Failure of the latest extension; null after a successful one. */
  #failure: { readonly error: unknown } | null = null

  /** @throws ConfigError without options. */
  constructor(options: LeaseOptions) {
    assertObject(options, 'new Lease', '{ clock, seconds }')
    this.#options = options
    this.#from = options.from ?? null
  }

  /** True while no other worker can hold the lease. Without `extend`, a read after its end loses the lease. */
  get isHeld(): boolean {
    if (this.secondsLeft > 0) return true
    // The alarm may fire late: the process was paused, or its machine suspended.
    if (this.#isKept && this.#options.extend === undefined) this.#lose(new Error('The lease has ended.'))
    return false
  }

  /** Seconds until the end by the clock that is further ahead; 0 after the end. */
  get secondsLeft(): number {
    if (this.#from === null) return 0
    const { clock, seconds } = this.#options
    const now = leaseMoment(clock)
    const passed = Math.max(now.monotonic - this.#from.monotonic, now.wall - this.#from.wall)
    return Math.max(0, seconds - passed)
  }

  /** Records an extension. @param from - Time at which the store was called. */
  renew(from: LeaseMoment): void {
    if (this.#from === null || from.monotonic >= this.#from.monotonic) this.#from = from
  }

  /** Starts the extensions, or without `extend` the timer for its end. */
  keep(): void {
    this.#isKept = true
    this.#setAlarm()
  }

  /** Ends the lease without calling `onLost`. Resolves when an extension in progress has ended. */
  end(): Promise<void> {
    this.#from = null
    this.#stop()
    return this.#extending ?? ENDED
  }

  /** The alarm fired: extends the lease. */
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
    // At least one millisecond: the end of a lease is rounded, so that the alarm could fire again at the same time.
    const wait = extend === undefined ? Math.max(0.001, left) : Math.min(seconds / 3, left || seconds)
    this.#alarm = setAlarm(clock, wait, this, { isLimit: true })
  }

  async #extend(extend: (withinSeconds: number) => boolean | Promise<boolean>): Promise<void> {
    const { clock, seconds } = this.#options
    const calledAt = leaseMoment(clock)
    // Also after its end: the store may confirm that no other worker has taken it.
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
    // The waits of some test clocks take no time: the alarm would fire forever.
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
