import type { Clock, Random } from '../../contract/index.js'
import { closedErrorIn } from '../../errors/closed.js'
import { ConfigError, UpdateBusyError } from '../../errors/index.js'
import { systemClock, systemRandom } from '../../http/time/clock.js'
import { refuseUnknownNames } from '../../models/values/unknown-names.js'
import { secondsAfter, secondsAfterSuccess, TICK_SECONDS } from '../polling/next-round.js'
import { checkPace } from '../polling/poller-options.js'
import { reportToListener } from '../polling/report-to-listener.js'
import { signalOfRun } from '../polling/signal-of-run.js'
import { CostBudget } from './cost-budget.js'
import { DueQueue } from './due-queue.js'
import { LiveStreams, StreamLimit } from './live-streams.js'
import { PollConcurrency } from './poll-concurrency.js'
import { type PollRun, PollRuns } from './poll-runs.js'
import { PollSlots } from './poll-slots.js'
import { PoolAlarm } from './pool-alarm.js'
import {
  type EndedPoll,
  makePoll,
  POOL_OPTION_NAMES,
  POOLED_OPTION_NAMES,
  type PollAnswer,
  type PollerPoolOptions,
  type PooledOptions,
  type PoolPoll,
} from './pool-options.js'

/**
 * Polls any number of connections with one timer. While a connection is not polled, the pool
 * stores its id and about 75 bytes.
 *
 * @example
 * const account = (id: string) => client.account(id)
 * const pool = new PollerPool({ account, markers: client.markers, dispatcher })
 * for (const id of await listConnectionIds()) pool.add(id)
 * await pool.run({ signal })
 */
export class PollerPool {
  readonly #poll: PoolPoll['poll']
  readonly #onError: PollerPoolOptions['onError']
  readonly #everySeconds: number
  readonly #jitter: number
  readonly #clock: Clock
  readonly #random: Random
  readonly #budget: CostBudget | null
  readonly #slots = new PollSlots()
  readonly #due = new DueQueue()
  readonly #runs: PollRuns
  readonly #concurrency: PollConcurrency
  readonly #alarm: PoolAlarm
  readonly #live: LiveStreams
  /** Ends the run. Aborted by the caller's signal, or when a poll finds the client closed. */
  #ending: AbortController | null = null
  #idle: (() => void) | null = null

  /**
   * @throws ConfigError unless exactly one of `account` and `poll` is given, for an unknown
   * option, and for an invalid interval, jitter, limit or budget.
   * @param streams - Limit of open streams that several pools share. Default: `options.live`.
   */
  constructor(options: PollerPoolOptions, streams?: StreamLimit) {
    if (typeof options !== 'object' || options === null)
      throw new ConfigError('new PollerPool requires an object: { account, markers, dispatcher }.')
    refuseUnknownNames(options, POOL_OPTION_NAMES, 'PollerPool')
    const { everySeconds = 60, jitter = 0.1, concurrency = 50, clock = systemClock } = options
    checkPace(everySeconds, jitter)
    const { slow } = options
    this.#concurrency = new PollConcurrency({ clock, concurrency, slow, onRoom: () => this.#startDue() })
    const { poll, seconds } = makePoll(options, clock)
    this.#poll = poll
    this.#live = new LiveStreams(streams ?? new StreamLimit(options.live), (slot, id, failure) =>
      this.#release(slot, id, { failure }),
    )
    this.#runs = new PollRuns({
      clock,
      seconds,
      onLate: (run, error) => this.#finish(run, { failure: { error } }),
    })
    this.#onError = options.onError
    this.#everySeconds = everySeconds
    this.#jitter = jitter
    this.#clock = clock
    this.#alarm = new PoolAlarm(clock, () => this.#startDue())
    this.#random = options.random ?? systemRandom
    this.#budget = options.budget ? new CostBudget(options.budget, clock.monotonic()) : null
  }

  /** Number of connections in the pool. */
  get size(): number {
    return this.#slots.size
  }

  /** Returns true if the connection is in the pool. */
  has(id: string): boolean {
    return this.#slots.find(id) !== -1
  }

  /**
   * Iterates over the ids of the connections. If connections are added or removed during the
   * iteration, some ids may be missing or appear twice.
   */
  ids(): IterableIterator<string> {
    return this.#slots.ids()
  }

  /**
   * Adds a connection, and polls it from then on. Does nothing if the connection is already in the
   * pool.
   *
   * @returns False if the connection was already in the pool.
   * @throws ConfigError for an unknown option, and for an invalid interval or cost.
   */
  add(id: string, options: PooledOptions = {}): boolean {
    refuseUnknownNames(options, POOLED_OPTION_NAMES, 'PollerPool.add')
    const { everySeconds = this.#everySeconds, cost = 1 } = options
    checkPace(everySeconds, this.#jitter)
    if (!(cost >= 0)) throw new ConfigError('cost must be a number, 0 or more.')
    const { firstInSeconds = everySeconds * this.#random.fraction() } = options
    if (!Number.isFinite(firstInSeconds)) throw new ConfigError('firstInSeconds must be a number.')
    this.#budget?.admit(cost)
    if (this.has(id)) return false
    const slot = this.#slots.add(id, everySeconds, cost)
    if (slot !== -1) this.#plan(slot, this.#clock.monotonic() + firstInSeconds)
    return true
  }

  /**
   * Removes a connection, and closes its stream. A running poll of the connection is not aborted. @returns False if the
   * connection was not in the pool.
   */
  remove(id: string): boolean {
    const slot = this.#slots.find(id)
    if (slot === -1) return false
    this.#due.remove(slot)
    this.#concurrency.forget(slot)
    this.#live.stop(slot)
    this.#slots.remove(slot)
    return true
  }

  /**
   * Polls until `signal` is aborted. When the running polls have ended or reached their timeout,
   * rejects with the signal's reason.
   *
   * @throws ConfigError if the pool is already running, and for invalid options.
   * @throws ClosedError if a poll found the client closed, because every later poll would fail.
   */
  async run(options?: { readonly signal?: AbortSignal | undefined }): Promise<never> {
    if (this.#ending) throw new ConfigError('This pool is already running.')
    const stop = signalOfRun(options, 'PollerPool.run')
    const ending = new AbortController()
    const end = (): void => ending.abort(stop.reason)
    this.#ending = ending
    try {
      stop.throwIfAborted()
      stop.addEventListener('abort', end, { once: true })
      this.#startDue()
      await new Promise<void>((resolve) => {
        // The running polls are aborted synchronously, because a lost shard must not finish a step.
        const stopRuns = (): void => {
          this.#runs.stopAll(ending.signal.reason)
          this.#live.stopAll(ending.signal.reason)
          resolve()
        }
        if (ending.signal.aborted) stopRuns()
        else ending.signal.addEventListener('abort', stopRuns, { once: true })
      })
    } finally {
      stop.removeEventListener('abort', end)
      this.#alarm.stop()
      if (this.#runs.size + this.#live.size > 0)
        await new Promise<void>((resolve) => {
          this.#idle = resolve
        })
      this.#runs.close()
      this.#concurrency.close()
      this.#idle = null
      this.#ending = null
    }
    throw ending.signal.reason
  }

  #plan(slot: number, due: number): void {
    this.#due.push(slot, due)
    if (due < this.#alarm.at) this.#arm()
  }

  /**
   * Starts the polls that are due, within the concurrency limits and the budget. Sets the alarm
   * for the remaining ones.
   */
  #startDue(): void {
    if (!this.#isStarting) return
    const now = this.#clock.monotonic()
    while (this.#startSlow(now));
    while (this.#due.firstDue <= now && this.#concurrency.hasRoom) {
      const slot = this.#due.first
      if (this.#concurrency.isSlow(slot)) {
        this.#due.remove(slot)
        this.#concurrency.wait(slot)
        this.#startSlow(now)
      } else if (!this.#start(slot, now)) break
    }
    this.#arm()
  }

  /**
   * Starts the slow poll that has waited longest. @returns False if no slow poll can start, or if
   * the budget does not allow it yet.
   */
  #startSlow(now: number): boolean {
    const slot = this.#concurrency.nextSlow
    return slot !== -1 && this.#start(slot, now)
  }

  /** Starts the poll of a slot. @returns False if the budget does not allow the poll yet. */
  #start(slot: number, now: number): boolean {
    const cost = this.#slots.costOf(slot)
    if (this.#budget && this.#budget.secondsUntil(cost, now) > 0) return false
    this.#budget?.spend(cost, now)
    this.#due.remove(slot)
    const run = this.#runs.start(slot, this.#slots.start(slot), now)
    this.#concurrency.begin(run)
    void this.#pollOne(run)
    return true
  }

  async #pollOne(run: PollRun): Promise<void> {
    let answer: PollAnswer | void = undefined
    let failure: EndedPoll['failure'] = null
    try {
      answer = await this.#poll(run.id, run)
    } catch (error) {
      failure = { error }
    }
    if (this.#runs.end(run)) this.#finish(run, { ...answer, failure })
  }

  /**
   * Called when a poll has ended or was abandoned. Follows the connection live if the poll allows
   * it and another stream may be opened.
   */
  #finish(run: PollRun, ended: EndedPoll): void {
    const { slot, id } = run
    this.#concurrency.end(run)
    const { follow } = ended
    const isWanted = follow !== undefined && this.#isStarting && this.has(id)
    const isFollowed = isWanted && this.#live.start(slot, id, follow)
    if (!isFollowed) this.#release(slot, id, ended)
    else if (this.#due.firstDue <= this.#clock.monotonic()) this.#startDue()
  }

  /** Schedules the next poll of a connection whose poll or stream has ended. Starts polls that are due. */
  #release(slot: number, id: string, { nextInSeconds, failure }: EndedPoll): void {
    const now = this.#clock.monotonic()
    if (this.#slots.finish(slot)) {
      const everySeconds = this.#slots.everySecondsOf(slot)
      const pace = { everySeconds, jitter: this.#jitter, random: this.#random }
      const seconds = failure ? secondsAfter(failure.error, pace) : secondsAfterSuccess(nextInSeconds, pace)
      this.#plan(slot, now + seconds)
    } else this.#concurrency.forget(slot)
    const closed = failure && closedErrorIn(failure.error)
    if (closed) this.#ending?.abort(closed)
    if (this.#runs.size + this.#live.size === 0) this.#idle?.()
    if (this.#due.firstDue <= now || this.#concurrency.nextSlow !== -1) this.#startDue()
    if (failure && this.#isStarting && !UpdateBusyError.is(failure.error))
      reportToListener(this.#onError, failure.error, id)
  }

  /** Sets the alarm for the next time at which a poll can start. */
  #arm(): void {
    if (!this.#isStarting) return
    // If the concurrency limits are reached, no alarm is needed, because the end of a running poll
    // starts the next one.
    const slow = this.#concurrency.nextSlow
    const isQuickNext = this.#due.size > 0 && this.#concurrency.hasRoom
    if (slow === -1 && !isQuickNext) return
    const now = this.#clock.monotonic()
    const alarmAt = Math.max(
      now + TICK_SECONDS,
      Math.min(
        slow === -1 ? Infinity : now + this.#secondsUntilPaid(slow, now),
        isQuickNext
          ? Math.max(this.#due.firstDue, now + this.#secondsUntilPaid(this.#due.first, now))
          : Infinity,
      ),
    )
    this.#alarm.setFor(alarmAt, now)
  }

  /** True while the pool runs and starts polls. */
  get #isStarting(): boolean {
    return this.#ending !== null && !this.#ending.signal.aborted
  }

  #secondsUntilPaid(slot: number, now: number): number {
    return this.#budget?.secondsUntil(this.#slots.costOf(slot), now) ?? 0
  }
}
