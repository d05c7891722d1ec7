import type { Clock } from '../../contract/index.js'
import { ConfigError } from '../../errors/index.js'
import { type Alarm, setAlarm, stopAlarm } from '../../http/time/clock.js'
import { checkSeconds } from '../polling/poller-options.js'
import type { PollRun } from './poll-runs.js'

/** Separate concurrency limit for slow polls, so that fast polls do not wait for them. */
export interface SlowPollsOptions {
  /** Seconds after which a poll counts as slow. From then on it uses this limit, and so do the connection's next polls. */
  readonly afterSeconds: number
  /** Maximum number of concurrent slow polls, in addition to `concurrency` of the others. */
  readonly concurrency: number
}

/** @throws ConfigError for anything but a whole number above 0. */
function checkConcurrency(name: string, concurrency: number): void {
  if (!Number.isInteger(concurrency) || concurrency < 1)
    throw new ConfigError(
      `${name} must be a whole number above 0. It is the maximum number of concurrent polls.`,
    )
}

/**
 * Concurrency limits of a pool: one for fast polls, one for slow polls. A connection whose last poll was slow uses the slow
 * limit, and waits while that is reached. A running poll that becomes slow moves to the slow limit if it has capacity.
 */
export class PollConcurrency {
  readonly #clock: Clock
  readonly #concurrency: number
  readonly #slowOptions: SlowPollsOptions | null
  readonly #onRoom: () => void
  #quickCount = 0
  /** Running fast polls in their start order. Filled only with a slow limit. */
  readonly #quick = new Set<PollRun>()
  readonly #slow = new Set<PollRun>()
  /** By slot: 1 if its last poll was slow. */
  #wasSlow = new Uint8Array(0)
  /** Due slots that wait for capacity of the slow limit, in order. */
  readonly #waiting = new Set<number>()
  #alarm: Alarm | null = null

  /** @param options - `onRoom` is called when a fast poll can start because a slow one has moved. */
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

  /** True if a fast poll can start. */
  get hasRoom(): boolean {
    return this.#quickCount < this.#concurrency
  }

  /** The next slot for a slow poll. -1 if none waits or the slow limit is reached. */
  get nextSlow(): number {
    if (this.#waiting.size === 0 || !this.#hasSlowRoom) return -1
    for (const slot of this.#waiting) return slot
    return -1
  }

  /** True if the last poll of that slot was slow. */
  isSlow(slot: number): boolean {
    return this.#wasSlow[slot] === 1
  }

  /** Queues a due slot until the slow limit has capacity. */
  wait(slot: number): void {
    this.#waiting.add(slot)
  }

  /** Counts a poll that starts. */
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

  /** Counts a poll that has ended. */
  end(run: PollRun): void {
    if (!this.#slowOptions) {
      this.#quickCount -= 1
      return
    }
    const isSlow = this.#clock.monotonic() - run.startedAt >= this.#slowOptions.afterSeconds
    this.#mark(run.slot, isSlow)
    if (!this.#slow.delete(run) && this.#quick.delete(run)) this.#quickCount -= 1
  }

  /** Resets a slot for another connection. */
  forget(slot: number): void {
    this.#waiting.delete(slot)
    if (slot < this.#wasSlow.length) this.#wasSlow[slot] = 0
  }

  /** Stops the alarm for slow polls. */
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

  /** Moves polls that have become slow, up to the slow limit. The others still count as fast. */
  #moveSlow(): void {
    this.#alarm = null
    const { afterSeconds } = this.#slowOptions ?? { afterSeconds: Infinity }
    const now = this.#clock.monotonic()
    let moved = 0
    for (const run of this.#quick) {
      const left = run.startedAt + afterSeconds - now
      // No poll moves while the slow limit is reached. It is checked again later.
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
