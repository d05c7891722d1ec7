import type { Clock } from '../../contract/index.js'
import { ConfigError } from '../../errors/index.js'
import { type Alarm, setAlarm, stopAlarm } from '../../http/time/clock.js'
import { checkSeconds } from '../polling/poller-options.js'
import type { PollRun } from './poll-runs.js'

/** Separate concurrency limit for slow polls, so that fast polls do not wait for them. */
export interface SlowPollsOptions {
  /**
   * A poll that runs for this many seconds is slow and uses this limit. The next polls of its
   * connection use this limit from their start.
   */
  readonly afterSeconds: number
  /**
   * Maximum number of concurrent slow polls. Slow polls do not count towards the `concurrency` of
   * the pool.
   */
  readonly concurrency: number
}

/** Checks a concurrency limit. @throws ConfigError unless the limit is a whole number above 0. */
function checkConcurrency(name: string, concurrency: number): void {
  if (!Number.isInteger(concurrency) || concurrency < 1)
    throw new ConfigError(
      `${name} must be a whole number above 0. It is the maximum number of concurrent polls.`,
    )
}

/**
 * Counts a pool's running polls against two concurrency limits: one for fast polls and one for
 * slow polls. If the last poll of a connection was slow, its next poll starts under the slow limit
 * and waits while that limit is reached. A running poll that becomes slow moves to the slow limit
 * if that limit is not reached.
 */
export class PollConcurrency {
  readonly #clock: Clock
  readonly #concurrency: number
  readonly #slowOptions: SlowPollsOptions | null
  readonly #onRoom: () => void
  #quickCount = 0
  /**
   * Running fast polls in the order of their start. Always empty in a pool without a limit for
   * slow polls.
   */
  readonly #quick = new Set<PollRun>()
  readonly #slow = new Set<PollRun>()
  /** For each slot: 1 if the last poll of the slot's connection was slow, otherwise 0. */
  #wasSlow = new Uint8Array(0)
  /**
   * Slots whose polls are due but wait because the slow limit is reached, in the order in which
   * they became due.
   */
  readonly #waiting = new Set<number>()
  #alarm: Alarm | null = null

  /**
   * @param options - `onRoom` is called when a running poll has moved to the slow limit, so that
   * another fast poll can start.
   */
  constructor(options: {
    readonly clock: Clock
    readonly concurrency: number
    readonly slow: SlowPollsOptions | undefined
    readonly onRoom: () => void
  }) {
    const { concurrency, slow = null } = options
    checkConcurrency('concurrency', concurrency)
    if (slow) {
      checkSeconds('slow.afterSeconds', slow.afterSeconds)
      checkConcurrency('slow.concurrency', slow.concurrency)
    }
    this.#clock = options.clock
    this.#concurrency = concurrency
    this.#slowOptions = slow
    this.#onRoom = options.onRoom
  }

  /** True if another fast poll can start now. */
  get hasRoom(): boolean {
    return this.#quickCount < this.#concurrency
  }

  /** Slot whose slow poll can start next. -1 if no slot waits or the slow limit is reached. */
  get nextSlow(): number {
    if (this.#waiting.size === 0 || !this.#hasSlowRoom) return -1
    for (const slot of this.#waiting) return slot
    return -1
  }

  /** Returns true if the last poll of this slot's connection was slow. */
  isSlow(slot: number): boolean {
    return this.#wasSlow[slot] === 1
  }

  /** Queues a slot whose poll is due, until the slow limit allows another poll. */
  wait(slot: number): void {
    this.#waiting.add(slot)
  }

  /**
   * Counts a poll as running, against the slow limit if the last poll of its connection was slow.
   */
  begin(run: PollRun): void {
    if (!this.#slowOptions) {
      this.#quickCount += 1
      return
    }
    if (this.isSlow(run.slot)) {
      this.#waiting.delete(run.slot)
      this.#slow.add(run)
      return
    }
    this.#quickCount += 1
    this.#quick.add(run)
    if (!this.#alarm) this.#watch(this.#slowOptions.afterSeconds)
  }

  /** Removes a poll from its limit, and records whether the poll was slow. */
  end(run: PollRun): void {
    if (!this.#slowOptions) {
      this.#quickCount -= 1
      return
    }
    const isSlow = this.#clock.monotonic() - run.startedAt >= this.#slowOptions.afterSeconds
    this.#mark(run.slot, isSlow)
    if (!this.#slow.delete(run) && this.#quick.delete(run)) this.#quickCount -= 1
  }

  /** Resets a slot, so that another connection can use it. */
  forget(slot: number): void {
    this.#waiting.delete(slot)
    if (slot < this.#wasSlow.length) this.#wasSlow[slot] = 0
  }

  /** Stops the alarm that moves polls to the slow limit. */
  close(): void {
    if (this.#alarm) stopAlarm(this.#alarm)
    this.#alarm = null
  }

  get #hasSlowRoom(): boolean {
    return this.#slow.size < (this.#slowOptions?.concurrency ?? 0)
  }

  #mark(slot: number, isSlow: boolean): void {
    if (slot >= this.#wasSlow.length) {
      if (!isSlow) return
      const grown = new Uint8Array(Math.ceil((slot + 1) * 1.5))
      grown.set(this.#wasSlow)
      this.#wasSlow = grown
    }
    this.#wasSlow[slot] = isSlow ? 1 : 0
  }

  #watch(inSeconds: number): void {
    this.#alarm = setAlarm(this.#clock, inSeconds, { ring: () => this.#moveSlow() })
  }

  /**
   * Moves polls that have become slow to the slow limit, until that limit is reached. The
   * remaining ones still count as fast.
   */
  #moveSlow(): void {
    this.#alarm = null
    const { afterSeconds } = this.#slowOptions ?? { afterSeconds: Infinity }
    const now = this.#clock.monotonic()
    let moved = 0
    for (const run of this.#quick) {
      const left = run.startedAt + afterSeconds - now
      // The next poll is not slow yet, or the slow limit is reached. The alarm checks again later.
      if (left > 0 || !this.#hasSlowRoom) {
        this.#watch(Math.max(left, afterSeconds / 4))
        break
      }
      this.#quick.delete(run)
      this.#slow.add(run)
      moved += 1
    }
    this.#quickCount -= moved
    if (moved > 0) this.#onRoom()
  }
}
