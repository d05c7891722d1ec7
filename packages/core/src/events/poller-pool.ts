import type { Clock, Random } from '../contract/index.js'
import { ConfigError, UpdateBusyError } from '../errors/index.js'
import { type Alarm, setAlarm, stopAlarm, systemClock, systemRandom } from '../http/clock.js'
import { CostBudget, type CostBudgetOptions } from './cost-budget.js'
import { DueHeap } from './due-heap.js'
import { secondsAfter, spreadSeconds } from './next-round.js'
import { PollSlots } from './poll-slots.js'
import { checkPace, type PollContext, warnOfRound } from './poller-options.js'

/** What one poll may answer. */
export interface PollAnswer {
  /** Seconds until this one is polled again, instead of the usual interval: 0 when there is more to fetch. */
  readonly nextInSeconds?: number
}

/** What a pool is made from. */
export interface PollerPoolOptions {
  /** Polls one connection: loads its marker, fetches, delivers, saves. Never runs twice at once for the same id. */
  readonly poll: (id: string, context: PollContext) => Promise<PollAnswer | void>
  /** Seconds between two polls of a connection; 60 unless given. */
  readonly everySeconds?: number
  /** Share of the wait that is left to chance, either way; 0.1 unless given. */
  readonly jitter?: number
  /** How many polls may run at once; 50 unless given. */
  readonly atOnce?: number
  /** What the network lets polls cost; a pool per network, because budgets are per network. */
  readonly budget?: CostBudgetOptions
  /** Told of each failed poll, which is then tried again. A process warning unless given. */
  readonly onError?: (error: unknown, id: string) => void
  readonly clock?: Clock
  readonly random?: Random
}

/** How one connection is polled. */
export interface PooledOptions {
  /** Seconds between two polls; the pool's own unless given. */
  readonly everySeconds?: number
  /** Units of the budget that one poll costs; 1 unless given. */
  readonly cost?: number
  /** Seconds until the first poll; some moment within the interval unless given. */
  readonly firstInSeconds?: number
}

/** The pool wakes at most this often; a poll is at most so much late. */
const TICK_SECONDS = 0.05

/**
 * Polls any number of connections from one timer. An idle connection costs its id and some 60 bytes.
 *
 * @example
 * const pool = new PollerPool({ poll: async (id, { signal }) => pollAccount(id, signal), atOnce: 100 })
 * for (const id of await listConnectionIds()) pool.add(id)
 * await pool.run({ signal })
 */
export class PollerPool {
  readonly #options: PollerPoolOptions
  readonly #everySeconds: number
  readonly #jitter: number
  readonly #atOnce: number
  readonly #clock: Clock
  readonly #random: Random
  readonly #budget: CostBudget | null
  readonly #slots = new PollSlots()
  readonly #heap = new DueHeap()
  #running = 0
  #signal: AbortSignal | null = null
  #idle: (() => void) | null = null
  #alarm: Alarm | null = null
  #alarmAt = Infinity

  /** @throws ConfigError for an interval, a share, a cap or a budget that makes no sense. */
  constructor(options: PollerPoolOptions) {
    const { everySeconds = 60, jitter = 0.1, atOnce = 50, clock = systemClock } = options
    checkPace(everySeconds, jitter)
    if (!Number.isInteger(atOnce) || atOnce < 1)
      throw new ConfigError('atOnce must be a whole number above 0: how many polls may run at once.')
    this.#options = options
    this.#everySeconds = everySeconds
    this.#jitter = jitter
    this.#atOnce = atOnce
    this.#clock = clock
    this.#random = options.random ?? systemRandom
    this.#budget = options.budget ? new CostBudget(options.budget, clock.monotonic()) : null
  }

  /** How many connections are polled. */
  get size(): number {
    return this.#slots.size
  }

  /** True when a connection is polled. */
  has(id: string): boolean {
    return this.#slots.find(id) !== -1
  }

  /**
   * Polls a connection from now on. One that is in already is left as it is.
   *
   * @returns False when it was in already.
   * @throws ConfigError for an interval or a cost that makes no sense.
   */
  add(id: string, options: PooledOptions = {}): boolean {
    const { everySeconds = this.#everySeconds, cost = 1 } = options
    checkPace(everySeconds, this.#jitter)
    if (!(cost >= 0)) throw new ConfigError('cost must be a number, 0 or more.')
    const { firstInSeconds = everySeconds * this.#random.fraction() } = options
    if (!Number.isFinite(firstInSeconds)) throw new ConfigError('firstInSeconds must be a number.')
    this.#budget?.admit(cost)
    if (this.has(id)) return false
    const slot = this.#slots.add(id, everySeconds, cost)
    if (slot !== -1) this.#plan(slot, firstInSeconds)
    return true
  }

  /** Polls a connection no more; a poll of it that is under way ends by itself. @returns False when it was not in. */
  remove(id: string): boolean {
    const slot = this.#slots.find(id)
    if (slot === -1) return false
    this.#heap.remove(slot)
    this.#slots.remove(slot)
    return true
  }

  /**
   * Polls until `signal` fires; the rejection is its reason, once the polls that were under way have ended.
   *
   * @throws ConfigError when the pool runs already.
   */
  async run(options: { readonly signal?: AbortSignal } = {}): Promise<never> {
    if (this.#signal) throw new ConfigError('This pool runs already.')
    const signal = options.signal ?? new AbortController().signal
    this.#signal = signal
    try {
      signal.throwIfAborted()
      this.#startDue()
      await new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => resolve(), { once: true })
      })
    } finally {
      this.#disarm()
      if (this.#running > 0)
        await new Promise<void>((resolve) => {
          this.#idle = resolve
        })
      this.#idle = null
      this.#signal = null
    }
    throw signal.reason
  }

  #plan(slot: number, inSeconds: number): void {
    const due = this.#clock.monotonic() + inSeconds
    this.#heap.push(slot, due)
    if (due < this.#alarmAt) this.#arm()
  }

  /** Starts what is due, as far as cap and budget allow, and sets the alarm for the rest. */
  #startDue(): void {
    const signal = this.#signal
    if (!signal || signal.aborted) return
    const now = this.#clock.monotonic()
    while (this.#heap.firstDue <= now && this.#running < this.#atOnce) {
      const slot = this.#heap.first
      const cost = this.#slots.costOf(slot)
      if (this.#budget && this.#budget.secondsUntil(cost, now) > 0) break
      this.#budget?.spend(cost, now)
      this.#heap.remove(slot)
      void this.#pollOne(slot, signal)
    }
    this.#arm()
  }

  async #pollOne(slot: number, signal: AbortSignal): Promise<void> {
    const id = this.#slots.start(slot)
    this.#running += 1
    let wait: number | undefined
    let failure: { readonly error: unknown } | null = null
    try {
      const answer = await this.#options.poll(id, { signal })
      wait = answer?.nextInSeconds
    } catch (error) {
      failure = { error }
    }
    this.#running -= 1
    if (this.#slots.finish(slot)) this.#plan(slot, this.#secondsUntilNext(slot, wait, failure))
    if (this.#running === 0) this.#idle?.()
    if (this.#heap.firstDue <= this.#clock.monotonic()) this.#startDue()
    if (failure && !signal.aborted && !UpdateBusyError.is(failure.error)) this.#report(failure.error, id)
  }

  #secondsUntilNext(slot: number, wait: number | undefined, failure: { readonly error: unknown } | null) {
    const everySeconds = this.#slots.everySecondsOf(slot)
    const pace = { everySeconds, jitter: this.#jitter, random: this.#random }
    if (failure) return secondsAfter(failure.error, pace)
    if (wait === undefined || !Number.isFinite(wait))
      return spreadSeconds(everySeconds, pace.jitter, pace.random)
    return Math.max(TICK_SECONDS, wait)
  }

  #report(error: unknown, id: string): void {
    if (this.#options.onError) this.#options.onError(error, id)
    else warnOfRound(error)
  }

  /** Sets the one alarm for the next moment at which something can start. */
  #arm(): void {
    // With all hands busy, the next one to end starts the next poll.
    if (!this.#signal || this.#signal.aborted || this.#heap.size === 0 || this.#running >= this.#atOnce)
      return
    const now = this.#clock.monotonic()
    const unaffordable = this.#budget?.secondsUntil(this.#slots.costOf(this.#heap.first), now) ?? 0
    const alarmAt = Math.max(now + TICK_SECONDS, this.#heap.firstDue, now + unaffordable)
    if (this.#alarmAt <= alarmAt) return
    this.#disarm()
    this.#alarmAt = alarmAt
    const ring = (): void => {
      this.#alarm = null
      this.#alarmAt = Infinity
      this.#startDue()
    }
    this.#alarm = setAlarm(this.#clock, alarmAt - now, { ring })
  }

  #disarm(): void {
    if (this.#alarm) stopAlarm(this.#alarm)
    this.#alarm = null
    this.#alarmAt = Infinity
  }
}
