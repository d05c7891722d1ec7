import type { Clock } from '../../contract/index.js'
import { type Alarm, setAlarm, stopAlarm } from '../../http/time/clock.js'
import { tooLate } from '../handling/answer-within.js'
import type { PollContext } from '../polling/poll-context.js'

/** One poll under way. Its signal is made when it is first asked for: most polls that find nothing need none. */
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

  /** Tells the poll to stop. */
  stop(reason: unknown): void {
    this.#stopped ??= { reason }
    this.#controller?.abort(reason)
  }
}

/** The polls under way, and one alarm for whichever of them takes too long. */
export class PollRuns {
  readonly #clock: Clock
  readonly #seconds: number
  readonly #onLate: (run: PollRun, error: unknown) => void
  /** In the order they were started, which is the order they are late in. */
  readonly #runs = new Set<PollRun>()
  #alarm: Alarm | null = null

  /** @param options - `seconds` a poll may take; `onLate` is told of one that took longer, and was given up. */
  constructor(options: {
    readonly clock: Clock
    readonly seconds: number
    readonly onLate: (run: PollRun, error: unknown) => void
  }) {
    this.#clock = options.clock
    this.#seconds = options.seconds
    this.#onLate = options.onLate
  }

  /** How many are under way. */
  get size(): number {
    return this.#runs.size
  }

  /** A poll begins. */
  start(slot: number, id: string, now: number): PollRun {
    const run = new PollRun(slot, id, now)
    this.#runs.add(run)
    if (!this.#alarm) this.#watch(this.#seconds)
    return run
  }

  /** A poll has ended. @returns False when it was given up before: what it answers is dropped. */
  end(run: PollRun): boolean {
    return this.#runs.delete(run)
  }

  /** Tells all of them to stop. */
  stopAll(reason: unknown): void {
    for (const run of this.#runs) run.stop(reason)
  }

  /** Watches no longer; every poll has ended. */
  close(): void {
    if (this.#alarm) stopAlarm(this.#alarm)
    this.#alarm = null
  }

  #watch(inSeconds: number): void {
    if (inSeconds === Infinity) return
    this.#alarm = setAlarm(this.#clock, inSeconds, { ring: () => this.#giveUpLate() })
  }

  #giveUpLate(): void {
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
    for (const run of late) this.#giveUp(run)
  }

  #giveUp(run: PollRun): void {
    if (!this.#runs.delete(run)) return
    const error = tooLate({ who: `The poll of ${run.id}`, seconds: this.#seconds })
    run.stop(error)
    this.#onLate(run, error)
  }
}
