import {
  type Clock,
  type MomentInput,
  assertObject,
  refuseUnknownNames,
  toMoment,
} from '@social/core/platform'
import { wrongArgument } from '@social/core/store'

/** What a fake clock is made from. */
export interface FakeClockSettings {
  /** What it shows at first; 2024-01-01T00:00:00Z unless given. */
  readonly now?: MomentInput | undefined
  /**
   * True = whoever sleeps is woken without `advance`: once nothing else is left to do, time jumps to the earliest
   * sleeper. With `upToSeconds` only sleeps of at most so many seconds are, so that deadlines never end by themselves.
   * Time limits (`isLimit`) never do.
   */
  readonly autoAdvance?: boolean | { readonly upToSeconds: number } | undefined
}

interface Sleeper {
  readonly seconds: number
  readonly due: number
  readonly byItself: boolean
  wake(): void
}

/** One real turn of the event loop: every promise that can settle has settled. */
function turn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve)
  })
}

/** True while a file is being read or written: time must not jump over real work. */
function isReadingFiles(): boolean {
  return process.getActiveResourcesInfo().some((resource) => /^(FSReq|CloseReq)/.test(resource))
}

/** A clock that only moves when it is told to. It writes down every sleep, and never really waits. */
export class FakeClock implements Clock {
  /** The seconds of every sleep that came to its end, in order. Alarms that were taken back are not among them. */
  readonly sleeps: number[] = []
  readonly #start: number
  readonly #maxByItself: number
  readonly #sleepers = new Set<Sleeper>()
  /** Seconds since the start. */
  #elapsed = 0
  /** Seconds by which what the clock shows was set on, or back. */
  #stepped = 0
  #isJumping = false

  /** @throws ConfigError when `now` has no time zone. */
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

  /** What the clock shows. */
  now(): Date {
    return new Date(Math.round(this.#start + (this.#elapsed + this.#stepped) * 1000))
  }

  /** Seconds since the clock was made. */
  monotonic(): number {
    return this.#elapsed
  }

  /** The seconds that were asked for by whoever sleeps at this moment, alarms included; in order of asking. */
  get sleeping(): readonly number[] {
    return Array.from(this.#sleepers, (sleeper) => sleeper.seconds)
  }

  /** Resolves when time has come; rejects with `signal.reason` when aborted. */
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
   * Moves the clock on, and wakes everyone whose time comes, in order. What they do before their next sleep or real
   * input has happened when this resolves; whoever sleeps again within the time is woken again.
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
   * Sets what the clock shows on by so many seconds, or back, as a machine does that corrects its time. No time passes:
   * `monotonic` and whoever sleeps do not notice.
   */
  step(seconds: number): void {
    assertSeconds(seconds, 'step')
    this.#stepped += seconds
  }

  /**
   * Suspends the machine for so many seconds, as a laptop whose lid is closed: what the clock shows goes on, `monotonic`
   * and every sleep stop. Call it between two awaits of the code under test.
   *
   * @throws ConfigError for a negative number.
   */
  suspend(seconds: number): void {
    assertSeconds(seconds, 'suspend')
    if (seconds < 0) throw wrongArgument('FakeClock.suspend', 'given a number of 0 or more', seconds)
    this.#stepped += seconds
  }

  /** Wakes the sleepers that wake by themselves, one jump after another, until none is left. */
  async #jump(): Promise<void> {
    if (this.#isJumping) return
    this.#isJumping = true
    for (;;) {
      // Two turns: work that takes one real turn of its own goes first.
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

  /** Who has to be woken first, not later than `end`; of two with the same time, the one that slept first. */
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
