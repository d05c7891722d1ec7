import type { Clock } from '../../contract/ports.js'
import { NetworkError } from '../../errors/index.js'
import { assertSignal } from '../../models/values/assert-kind.js'
import { wrongArgument } from '../../models/values/wrong-argument.js'
import type { Cancellation, CancelListener } from '../cancellation.js'
import { type Alarm, type AlarmListener, setAlarm, stopAlarm } from './clock.js'

/** What a deadline is made from. */
export interface DeadlineOptions {
  readonly clock: Clock
  /** Seconds for the call as a whole; `Infinity` for a call that may take any time. */
  readonly seconds: number
  /** The caller's own; its reason is kept. */
  readonly signal?: AbortSignal | undefined
  /** Registered name of the network, for the error. */
  readonly platform?: string | null | undefined
}

/**
 * The time one call may take. Its `signal` fires with a `NetworkError` whose `timedOut` is true when the time is up, and
 * with the caller's own reason when the caller gives up. Call `end` when the call is over, whatever came of it.
 */
export class Deadline implements AlarmListener, Cancellation {
  readonly #options: DeadlineOptions
  /** Made when somebody asks for the signal: most calls end without one. */
  #controller: AbortController | null = null
  #aborted = false
  #reason: unknown = undefined
  #secondsLeft: number
  #runningSince = 0
  #suspensions = 0
  #ended = false
  #alarm: Alarm | null = null
  /** Rejects of what is raced against this deadline: nearly always of one thing, so a list is quicker than a set. */
  #racing: ((reason: unknown) => void)[] | null = null
  #listeners: Set<CancelListener> | null = null

  /** @throws ConfigError without a clock, or seconds that are no number. */
  constructor(options: DeadlineOptions) {
    if (typeof options?.clock?.monotonic !== 'function' || !(options.seconds >= 0 || options.seconds < 0))
      throw wrongArgument('new Deadline', 'given { clock, seconds }', options)
    this.#options = options
    this.#secondsLeft = options.seconds
    const caller = options.signal
    assertSignal(caller, 'new Deadline')
    if (caller?.aborted) {
      this.#ended = true
      this.#abort(caller.reason)
      return
    }
    caller?.addEventListener('abort', this)
    this.#run()
  }

  /** True once the time is up or the caller gave up, unless the call had ended before. */
  get aborted(): boolean {
    return this.#aborted
  }

  /** What it is given up with; undefined while it is not. */
  get reason(): unknown {
    return this.#reason
  }

  /** Fires when the call is to stop. */
  get signal(): AbortSignal {
    if (this.#controller === null) {
      this.#controller = new AbortController()
      if (this.#aborted) this.#controller.abort(this.#reason)
    }
    return this.#controller.signal
  }

  addListener(listener: CancelListener): void {
    this.#listeners ??= new Set()
    this.#listeners.add(listener)
  }

  removeListener(listener: CancelListener): void {
    this.#listeners?.delete(listener)
  }

  /** @throws What the call was given up with. */
  throwIfAborted(): void {
    if (this.#aborted) throw this.#reason
  }

  /** Seconds that are left; what `suspend` spends is not counted. */
  get remainingSeconds(): number {
    if (this.#suspensions > 0 || this.#ended) return this.#secondsLeft
    return this.#secondsLeft - (this.#options.clock.monotonic() - this.#runningSince)
  }

  /**
   * Runs something that has a limit of its own (an upload, a documented wait): the time inside does not count. The
   * caller can still give up.
   */
  async suspend<T>(work: () => Promise<T>): Promise<T> {
    if (typeof work !== 'function') throw wrongArgument('deadline.suspend', 'given a function', work)
    this.#suspensions += 1
    if (this.#suspensions === 1) this.#pause()
    try {
      return await work()
    } finally {
      this.#suspensions -= 1
      if (this.#suspensions === 0) this.#run()
    }
  }

  /**
   * The result of `work`, or a rejection with the signal's reason when that fires first. What `work` brings later is
   * dropped. Work that hears of the abort itself and rejects at once keeps its own rejection.
   */
  race<T>(work: Promise<T>): Promise<T> {
    if (typeof work?.then !== 'function') throw wrongArgument('deadline.race', 'given a promise', work)
    return new Promise((resolve, reject) => {
      this.#racing ??= []
      this.#racing.push(reject)
      work.then(
        (value) => {
          this.#leave(reject)
          return resolve(value)
        },
        (reason: unknown) => {
          this.#leave(reject)
          return reject(reason)
        },
      )
      if (this.#aborted) setImmediate(reject, this.#reason)
    })
  }

  #leave(reject: (reason: unknown) => void): void {
    const at = this.#racing?.indexOf(reject) ?? -1
    if (at !== -1) this.#racing?.splice(at, 1)
  }

  /** Ends the watch; the signal does not fire any more. */
  end(): void {
    if (this.#ended) return
    this.#secondsLeft = this.remainingSeconds
    this.#ended = true
    this.#disarm()
    this.#options.signal?.removeEventListener('abort', this)
  }

  #run(): void {
    if (this.#ended) return
    const { clock } = this.#options
    this.#runningSince = clock.monotonic()
    if (this.#secondsLeft === Infinity) return
    this.#alarm = setAlarm(clock, Math.max(0, this.#secondsLeft), this)
  }

  #disarm(): void {
    if (this.#alarm !== null) stopAlarm(this.#alarm)
    this.#alarm = null
  }

  #pause(): void {
    if (this.#ended) return
    this.#secondsLeft -= this.#options.clock.monotonic() - this.#runningSince
    this.#disarm()
  }

  /** The caller gave up. */
  handleEvent(): void {
    this.end()
    this.#abort(this.#options.signal?.reason)
  }

  /** The time is up. */
  ring(): void {
    const { seconds, platform = null } = this.#options
    this.end()
    this.#abort(
      new NetworkError(`The call did not finish within ${seconds} seconds.`, { platform, timedOut: true }),
    )
  }

  #abort(reason: unknown): void {
    this.#aborted = true
    this.#reason = reason
    this.#controller?.abort(reason)
    for (const listener of this.#listeners ?? []) listener.handleEvent()
    const racing = this.#racing
    // Not at once: what heard the signal rejects in its own words first.
    if (racing !== null && racing.length > 0)
      setImmediate(() => {
        for (const reject of racing.splice(0)) reject(reason)
      })
  }
}
