import { type SendCommand } from '../client.js'
import { serverTime } from './server.js'

/** Clock skew that is tolerated, in milliseconds. Our choice. */
const MAX_SKEW_MS = 2_000
/**
 * Milliseconds between two looks whether this machine's clock was set, which ask nobody; while the clocks are apart the
 * server is asked as often, so that work goes on soon. Our choice.
 */
const LOOK_MS = 5_000
/** Looks from one measurement to the next while the clocks are right: a minute. Our choice. */
const LOOKS_UNTIL_MEASURED = 12

/** What a worker is told of its clock. */
export interface ClockListener {
  /** The clocks are too far apart: BullMQ compares due times with this machine's clock, and would run jobs early or late. */
  off(skewSeconds: number): void
  right(): void
  trouble(error: unknown): void
}

/**
 * The time by the server, told from the monotonic clock of this machine; measured anew each minute, and when the machine's
 * clock was set.
 */
export class ServerClock {
  readonly #send: SendCommand
  readonly #listener: ClockListener
  #serverAt = 0
  #monotonicAt = 0
  #isRight = true
  #queriesLeft = LOOKS_UNTIL_MEASURED
  #measuring: Promise<void> | null = null
  #timer: NodeJS.Timeout | null = null
  #isClosed = false

  constructor(send: SendCommand, listener: ClockListener) {
    this.#send = send
    this.#listener = listener
  }

  /** True while jobs may be taken. */
  get isRight(): boolean {
    return this.#isRight
  }

  /** Milliseconds since 1970, by the server. */
  now(): number {
    return this.#serverAt + (performance.now() - this.#monotonicAt)
  }

  /** Measures once, then again and again until it is closed. Rejects when the first look fails. */
  async start(): Promise<void> {
    await this.#measure()
    this.#queryLater()
  }

  close(): void {
    this.#isClosed = true
    if (this.#timer !== null) clearTimeout(this.#timer)
  }

  /**
   * Measures at once when this machine's clock was set since it was measured; whoever asks meanwhile waits for the same
   * answer. A job that comes far too early is a reason to ask: a clock that is ahead would be given it again and again.
   */
  async readIfSet(): Promise<void> {
    if (!this.#isRight || Math.abs(this.#skewMs()) <= MAX_SKEW_MS) return
    this.#measuring ??= this.#measureAnyway().finally(() => (this.#measuring = null))
    await this.#measuring
  }

  #queryLater(): void {
    if (this.#isClosed) return
    this.#timer = setTimeout(() => void this.#look().finally(() => this.#queryLater()), LOOK_MS)
  }

  async #look(): Promise<void> {
    this.#queriesLeft -= 1
    if (this.#isRight && this.#queriesLeft > 0) return this.readIfSet()
    return this.#measureAnyway()
  }

  /** Never rejects: trouble is told, and the next look asks again. */
  async #measureAnyway(): Promise<void> {
    try {
      await this.#measure()
    } catch (error) {
      this.#listener.trouble(error)
    }
  }

  #skewMs(): number {
    return Date.now() - this.now()
  }

  async #measure(): Promise<void> {
    const before = performance.now()
    const server = await serverTime(this.#send)
    const after = performance.now()
    // The answer was made somewhere between the two; the middle is off by half of the way at most.
    this.#serverAt = server
    this.#monotonicAt = (before + after) / 2
    this.#queriesLeft = LOOKS_UNTIL_MEASURED
    const skewMs = this.#skewMs()
    const wasRight = this.#isRight
    this.#isRight = Math.abs(skewMs) <= MAX_SKEW_MS
    if (!this.#isRight) this.#listener.off(skewMs / 1000)
    else if (!wasRight) this.#listener.right()
  }
}
