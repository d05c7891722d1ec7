import type { Clock, UpdateListener } from '../../contract/index.js'
import { setAlarm, stopAlarm } from '../../http/time/clock.js'
import type { Update } from '../../models/index.js'

/**
 * Updates that may wait while the application handles others. When there are more, all of them are left to the next poll:
 * what is held stays small, however slow the application is (backpressure). Our choice.
 */
const MAX_WAITING = 256

/** What became of a stream: its error, or null where the network just ended it. */
export interface StreamEnd {
  readonly error: unknown
}

/** What has come through one stream, and waits to be handed out. */
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

  /** Seconds on the clock at which the stream stood; null while it does not. */
  get openedAt(): number | null {
    return this.#openedAt
  }

  get end(): StreamEnd | null {
    return this.#end
  }

  /** True when something came that has to be polled. */
  get hasGap(): boolean {
    return this.#hasGap
  }

  opened(): void {
    this.#openedAt ??= this.#clock.monotonic()
    this.#tell()
  }

  happened(update: Update): void {
    if (this.#end !== null) return
    if (this.#waiting.length < MAX_WAITING) this.#waiting.push(update)
    else {
      this.#waiting = []
      this.#hasGap = true
    }
    this.#tell()
  }

  missed(): void {
    this.#hasGap = true
    this.#tell()
  }

  /** The stream is over. */
  close(end: StreamEnd): void {
    this.#end ??= end
    this.#tell()
  }

  /** A poll begins: whatever came before it is in it. */
  forgetGap(): void {
    this.#hasGap = false
  }

  /** What waits, oldest first; it waits no longer. */
  take(): readonly Update[] {
    const waiting = this.#waiting
    if (waiting.length > 0) this.#waiting = []
    return waiting
  }

  /** Waits until something comes, or so many seconds. Rejects with `signal.reason`. */
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

  #tell(): void {
    this.#wake?.()
  }
}
