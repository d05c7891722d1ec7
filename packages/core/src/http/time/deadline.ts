import type { Clock } from '../../contract/ports.js'
import { NetworkError } from '../../errors/index.js'
import { assertSignal } from '../../models/values/assert-kind.js'
import { wrongArgument } from '../../models/values/wrong-argument.js'
import type { Cancellation, CancelListener } from '../cancellation.js'
import { type Alarm, type AlarmListener, setAlarm, stopAlarm } from './clock.js'

/** Options of a deadline. */
export interface DeadlineOptions {
  readonly clock: Clock
  /** Maximum duration of the call in seconds. `Infinity` for no limit. */
  readonly seconds: number
  /** Signal of the caller. When it aborts, the deadline aborts with the same reason. */
  readonly signal?: AbortSignal | undefined
  /** Registered name of the network, for the timeout error. */
  readonly platform?: string | null | undefined
}

/**
 * Time limit of one call. When the time has passed, its `signal` aborts with a `NetworkError`
 * whose `timedOut` is true. When the caller aborts, its `signal` aborts with the caller's reason.
 * Call `end` when the call has ended, also after an error.
 */
export class Deadline implements AlarmListener, Cancellation {
  readonly #options: DeadlineOptions
  /** Created when `signal` is read for the first time, because most calls never read it. */
  #controller: AbortController | null = null
  #aborted = false
  #reason: unknown = undefined
  #secondsLeft: number
  #runningSince = 0
  #suspensions = 0
  #ended = false
  #alarm: Alarm | null = null
  /**
   * Reject functions of the promises that `race` is waiting for. Usually there is one function, so
   * an array is faster than a set.
   */
  #racing: ((reason: unknown) => void)[] | null = null
  #listeners: Set<CancelListener> | null = null

  /** @throws ConfigError if the clock is missing, or if `seconds` is not a number. */
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

  /** True if the time has passed or the caller has aborted, before `end` was called. */
  get aborted(): boolean {
    return this.#aborted
  }

  /** Reason of the abort. Undefined while `aborted` is false. */
  get reason(): unknown {
    return this.#reason
  }

  /** Signal that aborts when the time has passed or the caller aborts. */
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

  /** @throws The abort reason, if the time has passed or the caller has aborted. */
  throwIfAborted(): void {
    if (this.#aborted) throw this.#reason
  }

  /** Seconds that are left for the call. Time spent in `suspend` does not count. */
  get remainingSeconds(): number {
    if (this.#suspensions > 0 || this.#ended) return this.#secondsLeft
    return this.#secondsLeft - (this.#options.clock.monotonic() - this.#runningSince)
  }

  /**
   * Runs work that has its own time limit, such as an upload. Its time does not count against the
   * deadline. The caller can still abort it.
   */
  async suspend<T>(work: () => Promise<T>): Promise<T> {
    if (typeof work !== 'function') throw wrongArgument('deadline.suspend: work', 'a function', work)
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
   * Waits for `work`, or rejects with the abort reason if the deadline aborts first. A later
   * result of `work` is dropped. If `work` rejects as a direct consequence of the abort, its own
   * error is used.
   */
  race<T>(work: Promise<T>): Promise<T> {
    if (typeof work?.then !== 'function') throw wrongArgument('deadline.race: work', 'a promise', work)
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

  /** Stops the time limit. After this call, `signal` does not abort any more. */
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

  /** Called when the caller has aborted. */
  handleEvent(): void {
    this.end()
    this.#abort(this.#options.signal?.reason)
  }

  /** Called when the time has passed. */
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
    // The rejection waits for a moment, so that work which listens to the signal can reject with
    // its own error first.
    if (racing !== null && racing.length > 0)
      setImmediate(() => {
        for (const reject of racing.splice(0)) reject(reason)
      })
  }
}
