import type { Clock } from '../../contract/index.js'
import { ConfigError } from '../../errors/index.js'
import { type Alarm, setAlarm, stopAlarm } from '../../http/time/clock.js'
import { checkSeconds } from '../polling/poller-options.js'
import type { PollRun } from './poll-runs.js'

/** A concurrency cap of its own for polls that take long, so that they do not keep the quick ones waiting. */
export interface SlowPollsOptions {
  /** Seconds after which a poll counts as slow: it counts under this cap from then on, and so do the next ones of that connection. */
  readonly afterSeconds: number
  /** How many slow polls may run at once, beside `concurrency` of the others. */
  readonly concurrency: number
}

/** @throws ConfigError for anything but a whole number above 0. */
function checkConcurrency(name: string, concurrency: number): void {
  if (!Number.isInteger(concurrency) || concurrency < 1)
    throw new ConfigError(`${name} must be a whole number above 0: how many polls may run at once.`)
}

/**
 * The concurrency caps of a pool: one for quick polls, one for slow ones. A connection whose last poll was slow counts
 * under the slow cap, and waits while that is full; a poll that turns out to be slow moves there when it has room.
 */
export class PollConcurrency {
  readonly #clock: Clock
  readonly #concurrency: number
  readonly #slowOptions: SlowPollsOptions | null
  readonly #onRoom: () => void
  #quickCount = 0
  /** In the order they began; kept only where there is a slow cap. */
  readonly #quick = new Set<PollRun>()
  readonly #slow = new Set<PollRun>()
  /** By slot: 1 when its last poll was slow. */
  #wasSlow = new Uint8Array(0)
  /** Slots that are due and wait for room under the slow cap, in order. */
  readonly #waiting = new Set<number>()
  #alarm: Alarm | null = null

  /** @param options - `onRoom` is told when there is room for a quick poll because a slow one moved. */
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

  /** True while a quick poll may begin. */
  get hasRoom(): boolean {
    return this.#quickCount < this.#concurrency
  }

  /** The slot whose slow poll may begin now; -1 when none waits, or the slow cap is full. */
  get nextSlow(): number {
    if (this.#waiting.size === 0 || !this.#hasSlowRoom) return -1
    for (const slot of this.#waiting) return slot
    return -1
  }

  /** True when the last poll of that slot was slow. */
  isSlow(slot: number): boolean {
    return this.#wasSlow[slot] === 1
  }

  /** A slot that is due waits for room under the slow cap. */
  wait(slot: number): void {
    this.#waiting.add(slot)
  }

  /** A poll begins. */
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

  /** A poll has ended. */
  end(run: PollRun): void {
    if (!this.#slowOptions) {
      this.#quickCount -= 1
      return
    }
    const isSlow = this.#clock.monotonic() - run.startedAt >= this.#slowOptions.afterSeconds
    this.#mark(run.slot, isSlow)
    if (!this.#slow.delete(run) && this.#quick.delete(run)) this.#quickCount -= 1
  }

  /** A slot is free for another connection. */
  forget(slot: number): void {
    this.#waiting.delete(slot)
    if (slot < this.#wasSlow.length) this.#wasSlow[slot] = 0
  }

  /** Watches no longer. */
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

  /** Moves the polls that have become slow, as far as the slow cap has room; the others still count as quick. */
  #moveSlow(): void {
    this.#alarm = null
    const { afterSeconds } = this.#slowOptions ?? { afterSeconds: Infinity }
    const now = this.#clock.monotonic()
    let moved = 0
    for (const run of this.#quick) {
      const left = run.startedAt + afterSeconds - now
      // None moves while the slow cap is full: it is looked at again later.
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
