import {
  type Clock,
  type MomentInput,
  assertObject,
  refuseUnknownNames,
  toMoment,
} from '@social/core/platform'
import { wrongArgument } from '@social/core/store'

/** Settings of a `FakeClock`. */
export interface FakeClockSettings {
  /** Initial wall-clock time. Default: 2024-01-01T00:00:00Z. */
  readonly now?: MomentInput | undefined
  /**
   * True: sleeps end without a call to `advance`. When no other work is left, the clock jumps to
   * the end of the next sleep. `upToSeconds` limits this to sleeps of at most that length.
   * Timeouts (`isLimit`) never end automatically.
   */
  readonly autoAdvance?: boolean | { readonly upToSeconds: number } | undefined
}

interface Sleeper {
  readonly seconds: number
  readonly due: number
  readonly byItself: boolean
  wake(): void
}

/** Waits for one turn of the event loop, so that pending promise callbacks run first. */
function turn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve)
  })
}

/** Returns true during file operations. The clock must not jump while real work is pending. */
function isReadingFiles(): boolean {
  return process.getActiveResourcesInfo().some((resource) => /^(FSReq|CloseReq)/.test(resource))
}

/**
 * A clock whose time only changes when the test requests a change. The clock records every sleep,
 * and never waits in real time.
 */
export class FakeClock implements Clock {
  /** Seconds of each completed sleep, in order of completion. Aborted sleeps are not included. */
  readonly sleeps: number[] = []
  readonly #start: number
  readonly #maxByItself: number
  readonly #sleepers = new Set<Sleeper>()
  /** Monotonic seconds since the creation of the clock. */
  #elapsed = 0
  /** Seconds that `step` and `suspend` added to the wall-clock time. */
  #stepped = 0
  #isJumping = false

  /** @throws ConfigError if `now` has no time zone, or for an unknown setting. */
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

  /** Returns the wall-clock time. */
  now(): Date {
    return new Date(Math.round(this.#start + (this.#elapsed + this.#stepped) * 1000))
  }

  /**
   * Returns the seconds since the creation of the clock. `step` and `suspend` do not change this
   * value.
   */
  monotonic(): number {
    return this.#elapsed
  }

  /** Seconds of all pending sleeps, timeouts included, in the order of the calls. */
  get sleeping(): readonly number[] {
    return Array.from(this.#sleepers, (sleeper) => sleeper.seconds)
  }

  /**
   * Resolves when the clock has advanced by `seconds`. Rejects with `signal.reason` after an
   * abort.
   */
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
   * Advances the clock, and ends every sleep that is due, in order. Sleeps that start within the
   * advanced time end too. Resolves when the resumed code waits for another sleep or for real
   * input or output.
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
   * Changes the wall-clock time, like a clock correction of the machine. Negative seconds set the
   * time back. `monotonic` and pending sleeps are not affected.
   */
  step(seconds: number): void {
    assertSeconds(seconds, 'step')
    this.#stepped += seconds
  }

  /**
   * Simulates a suspended machine, such as a closed laptop: the wall-clock time advances, while
   * `monotonic` and all sleeps pause. Call this method between two awaits of the code under test.
   *
   * @throws ConfigError for a negative number.
   */
  suspend(seconds: number): void {
    assertSeconds(seconds, 'suspend')
    if (seconds < 0) throw wrongArgument('FakeClock.suspend', 'given a number of 0 or more', seconds)
    this.#stepped += seconds
  }

  /** Ends sleeps that may end automatically, in order of their end, until none is left. */
  async #jump(): Promise<void> {
    if (this.#isJumping) return
    this.#isJumping = true
    for (;;) {
      // Two turns: code that needs one turn of the event loop must run before the clock jumps.
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

  /**
   * Returns the pending sleep that ends first, at most at `end`. If several sleeps end at the same
   * time, returns the sleep that started first.
   */
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
