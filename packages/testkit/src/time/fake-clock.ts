import {
  type Clock,
  type MomentInput,
  assertObject,
  refuseUnknownNames,
  toMoment,
} from '@social/core/platform'
import { wrongArgument } from '@social/core/store'

/** Settings of a fake clock. */
export interface FakeClockSettings {
  /** Initial time. Default: 2024-01-01T00:00:00Z. */
  readonly now?: MomentInput | undefined
  /**
   * True = sleeps end without `advance`: when no other work is left, the clock jumps to the earliest end of a sleep. With
   * `upToSeconds` only sleeps of at most that length end so, and longer deadlines do not. Timeouts (`isLimit`) never do.
   */
  readonly autoAdvance?: boolean | { readonly upToSeconds: number } | undefined
}

interface Sleeper {
  readonly seconds: number
  readonly due: number
  readonly byItself: boolean
  wake(): void
}

/** One turn of the event loop: every promise that can resolve has resolved. */
function turn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve)
  })
}

/** True during file operations: the clock must not jump over real work. */
function isReadingFiles(): boolean {
  return process.getActiveResourcesInfo().some((resource) => /^(FSReq|CloseReq)/.test(resource))
}

/** A clock that moves only on request. It records every sleep, and never waits in real time. */
export class FakeClock implements Clock {
  /** Seconds of every completed sleep, in order. Aborted sleeps are not included. */
  readonly sleeps: number[] = []
  readonly #start: number
  readonly #maxByItself: number
  readonly #sleepers = new Set<Sleeper>()
  /** Seconds since the start. */
  #elapsed = 0
  /** Offset in seconds of the displayed time, set by `step` and `suspend`. */
  #stepped = 0
  #isJumping = false

  /** @throws ConfigError if `now` has no time zone. */
  constructor(settings: FakeClockSettings = {}) {
    refuseUnknownNames(settings, ['now', 'autoAdvance'], 'FakeClock')
    const { now = '2024-01-01T00:00:00Z', autoAdvance = false } = settings
    this.#start = toMoment(now, 'FakeClock.now').getTime()
    this.#maxByItself =
      typeof autoAdvance === 'object' && autoAdvance !== null
        ? autoAdvance.upToSeconds
        : autoAdvance
          ? Number.POSITIVE_INFINITY
          : 0
  }

  /** The displayed time. */
  now(): Date {
    return new Date(Math.round(this.#start + (this.#elapsed + this.#stepped) * 1000))
  }

  /** Seconds since the clock was made. */
  monotonic(): number {
    return this.#elapsed
  }

  /** Seconds of all current sleeps, timeouts included, in the order of the calls. */
  get sleeping(): readonly number[] {
    return Array.from(this.#sleepers, (sleeper) => sleeper.seconds)
  }

  /** Resolves at its time. Rejects with `signal.reason` after an abort. */
  sleep(
    seconds: number,
    options: { readonly signal?: AbortSignal | undefined; readonly isLimit?: boolean | undefined } = {},
  ): Promise<void> {
    assertSeconds(seconds, 'sleep')
    assertObject(options, 'FakeClock.sleep: options', '{ signal }')
    const { signal, isLimit = false } = options
    return new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason)
        return
      }
      if (!(seconds > 0)) {
        this.sleeps.push(seconds)
        resolve()
        return
      }
      const sleeper: Sleeper = {
        seconds,
        due: this.#elapsed + seconds,
        byItself: !isLimit && seconds <= this.#maxByItself,
        wake: () => {
          signal?.removeEventListener('abort', onAbort)
          this.#sleepers.delete(sleeper)
          this.sleeps.push(seconds)
          resolve()
        },
      }
      const onAbort = (): void => {
        this.#sleepers.delete(sleeper)
        reject(signal?.reason)
      }
      signal?.addEventListener('abort', onAbort, { once: true })
      this.#sleepers.add(sleeper)
      if (sleeper.byItself) void this.#jump()
    })
  }

  /**
   * Advances the clock, and ends every sleep that is due, in order. Resolves after the resulting work has reached its next
   * sleep or real input. Sleeps that start within the advanced time end too.
   */
  async advance(seconds: number): Promise<void> {
    assertSeconds(seconds, 'advance')
    const end = this.#elapsed + Math.max(0, seconds)
    await turn()
    for (let next = this.#earliest(end); next !== null; next = this.#earliest(end)) {
      this.#wake(next)
      await turn()
    }
    this.#elapsed = Math.max(this.#elapsed, end)
    await turn()
  }

  /**
   * Sets the displayed time forward or back, like a clock correction of the machine. No time passes: `monotonic` and
   * sleeps are not affected.
   */
  step(seconds: number): void {
    assertSeconds(seconds, 'step')
    this.#stepped += seconds
  }

  /**
   * Suspends the machine, like a laptop with a closed lid: the displayed time advances, `monotonic` and all sleeps stop.
   * Call it between two awaits of the code under test.
   *
   * @throws ConfigError for a negative number.
   */
  suspend(seconds: number): void {
    assertSeconds(seconds, 'suspend')
    if (seconds < 0) throw wrongArgument('FakeClock.suspend', 'given a number of 0 or more', seconds)
    this.#stepped += seconds
  }

  /** Ends automatic sleeps, one jump after another, until none is left. */
  async #jump(): Promise<void> {
    if (this.#isJumping) return
    this.#isJumping = true
    for (;;) {
      // Two turns: work that takes one real turn runs first.
      do {
        await turn()
        await turn()
      } while (isReadingFiles())
      const next = this.#earliest(Number.POSITIVE_INFINITY, true)
      if (next === null) break
      this.#wake(next)
    }
    this.#isJumping = false
  }

  #wake(sleeper: Sleeper): void {
    this.#elapsed = Math.max(this.#elapsed, sleeper.due)
    sleeper.wake()
  }

  /** The sleep that ends first, not later than `end`. Of two with the same time, the one that started first. */
  #earliest(end: number, onlyByItself = false): Sleeper | null {
    let first: Sleeper | null = null
    for (const sleeper of this.#sleepers)
      if (
        sleeper.due <= end &&
        (sleeper.byItself || !onlyByItself) &&
        (first === null || sleeper.due < first.due)
      )
        first = sleeper
    return first
  }
}

function assertSeconds(seconds: unknown, method: string): void {
  if (typeof seconds !== 'number' || Number.isNaN(seconds))
    throw wrongArgument(`FakeClock.${method}`, 'given a number of seconds', seconds)
}
