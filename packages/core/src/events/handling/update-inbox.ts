import type { Clock, UpdateListener } from '../../contract/index.js'
import { setAlarm, stopAlarm } from '../../http/time/clock.js'
import type { Update } from '../../models/index.js'

/**
 * Maximum number of updates that wait while the application handles others. If more updates
 * arrive, the inbox drops all waiting updates, and the next poll returns them. This bounds the
 * memory of a slow application (backpressure). Our choice.
 */
const MAX_WAITING = 256

/** Result of a stream. `error` is null if the network closed the stream normally. */
export interface StreamEnd {
  readonly error: unknown
}

/** Holds updates that one stream has received and the application has not handled yet. */
export class UpdateInbox implements UpdateListener {
  readonly silenceSeconds: number | null
  readonly #clock: Clock
  #waiting: Update[] = []
  #openedAt: number | null = null
  #end: StreamEnd | null = null
  #hasGap = false
  #wake: (() => void) | null = null

  constructor(options: { readonly clock: Clock; readonly silenceSeconds: number | null }) {
    this.#clock = options.clock
    this.silenceSeconds = options.silenceSeconds
  }

  /** Monotonic time in seconds at which the stream opened. Null before the stream has opened. */
  get openedAt(): number | null {
    return this.#openedAt
  }

  get end(): StreamEnd | null {
    return this.#end
  }

  /** True if the stream or this inbox missed updates, so that a poll is required. */
  get hasGap(): boolean {
    return this.#hasGap
  }

  opened(): void {
    this.#openedAt ??= this.#clock.monotonic()
    this.#wakeUp()
  }

  happened(update: Update): void {
    if (this.#end !== null) return
    if (this.#waiting.length < MAX_WAITING) this.#waiting.push(update)
    else {
      this.#waiting = []
      this.#hasGap = true
    }
    this.#wakeUp()
  }

  missed(): void {
    this.#hasGap = true
    this.#wakeUp()
  }

  close(end: StreamEnd): void {
    this.#end ??= end
    this.#wakeUp()
  }

  /**
   * Clears the gap when a poll begins, because this poll returns all updates that were missed
   * before.
   */
  forgetGap(): void {
    this.#hasGap = false
  }

  /** Removes and returns the waiting updates, oldest first. */
  take(): readonly Update[] {
    const waiting = this.#waiting
    if (waiting.length > 0) this.#waiting = []
    return waiting
  }

  /**
   * Waits until the stream reports something, or until the timeout. Rejects with `signal.reason`
   * if the signal is aborted.
   */
  async wait(seconds: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (this.#waiting.length > 0 || this.#end !== null) return
    const over = Promise.withResolvers<void>()
    const stop = (): void => over.reject(signal.reason)
    const alarm = Number.isFinite(seconds)
      ? setAlarm(this.#clock, seconds, { ring: () => over.resolve() }, { isLimit: true })
      : null
    signal.addEventListener('abort', stop, { once: true })
    this.#wake = () => over.resolve()
    try {
      await over.promise
    } finally {
      this.#wake = null
      signal.removeEventListener('abort', stop)
      if (alarm !== null) stopAlarm(alarm)
    }
  }

  #wakeUp(): void {
    this.#wake?.()
  }
}
