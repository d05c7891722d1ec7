import type { Clock } from '../../contract/index.js'
import { type Alarm, setAlarm, stopAlarm } from '../../http/time/clock.js'
import { tooLate } from '../handling/handled-within.js'
import type { PollContext } from '../polling/poll-context.js'

/**
 * One running poll. Its signal is created on first access, because most polls return no updates
 * and never read the signal.
 */
export class PollRun implements PollContext {
  readonly slot: number
  readonly id: string
  readonly startedAt: number
  #controller: AbortController | null = null
  #stopped: { readonly reason: unknown } | null = null

  constructor(slot: number, id: string, startedAt: number) {
    this.slot = slot
    this.id = id
    this.startedAt = startedAt
  }

  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController()
      if (this.#stopped) this.#controller.abort(this.#stopped.reason)
    }
    return this.#controller.signal
  }

  stop(reason: unknown): void {
    this.#stopped ??= { reason }
    this.#controller?.abort(reason)
  }
}

/** All running polls of a pool, with one shared alarm for their timeouts. */
export class PollRuns {
  readonly #clock: Clock
  readonly #seconds: number
  readonly #onLate: (run: PollRun, error: unknown) => void
  /** Running polls in the order of their start. Their timeouts end in the same order. */
  readonly #runs = new Set<PollRun>()
  #alarm: Alarm | null = null

  /**
   * @param options - `seconds` is the timeout of one poll. `onLate` is called for each poll that
   * reached the timeout and was abandoned.
   */
  constructor(options: {
    readonly clock: Clock
    readonly seconds: number
    readonly onLate: (run: PollRun, error: unknown) => void
  }) {
    this.#clock = options.clock
    this.#seconds = options.seconds
    this.#onLate = options.onLate
  }

  get size(): number {
    return this.#runs.size
  }

  /** Records the start of a poll, and sets the alarm for its timeout. */
  start(slot: number, id: string, now: number): PollRun {
    const run = new PollRun(slot, id, now)
    this.#runs.add(run)
    if (!this.#alarm) this.#watch(this.#seconds)
    return run
  }

  /**
   * Records the end of a poll. @returns False if the poll was abandoned at its timeout, so that
   * its result must be ignored.
   */
  end(run: PollRun): boolean {
    return this.#runs.delete(run)
  }

  stopAll(reason: unknown): void {
    for (const run of this.#runs) run.stop(reason)
  }

  /** Stops the alarm. Called when every poll has ended. */
  close(): void {
    if (this.#alarm) stopAlarm(this.#alarm)
    this.#alarm = null
  }

  #watch(inSeconds: number): void {
    if (inSeconds === Infinity) return
    this.#alarm = setAlarm(this.#clock, inSeconds, { ring: () => this.#abandonLate() })
  }

  #abandonLate(): void {
    this.#alarm = null
    const now = this.#clock.monotonic()
    const late: PollRun[] = []
    for (const run of this.#runs) {
      const left = run.startedAt + this.#seconds - now
      if (left > 0) {
        this.#watch(left)
        break
      }
      late.push(run)
    }
    for (const run of late) this.#abandon(run)
  }

  #abandon(run: PollRun): void {
    if (!this.#runs.delete(run)) return
    const error = tooLate({ who: `The poll of ${run.id}`, seconds: this.#seconds })
    run.stop(error)
    this.#onLate(run, error)
  }
}
