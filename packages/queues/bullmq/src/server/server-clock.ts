import { type SendCommand } from '../client.js'
import { serverTime } from './server.js'

/** Clock skew that is tolerated, in milliseconds. Our choice. */
const MOST_SKEW_MS = 2_000
/** Milliseconds between two measurements of it. Our choice. */
const LOOK_MS = 60_000
/** The same while the clocks are apart, so that work goes on soon. Our choice. */
const LOOK_AGAIN_MS = 5_000

/** What a worker is told of its clock. */
export interface ClockListener {
  /** The clocks are too far apart: BullMQ compares due times with this machine's clock, and would run jobs early or late. */
  off(skewSeconds: number): void
  right(): void
  trouble(error: unknown): void
}

/** The time by the server, told from the monotonic clock of this machine; measured anew each minute. */
export class ServerClock {
  readonly #send: SendCommand
  readonly #listener: ClockListener
  #serverAt = 0
  #monotonicAt = 0
  #isRight = true
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
    this.#lookLater()
  }

  close(): void {
    this.#isClosed = true
    if (this.#timer !== null) clearTimeout(this.#timer)
  }

  #lookLater(): void {
    if (this.#isClosed) return
    this.#timer = setTimeout(
      () => {
        this.#measure()
          .catch((error: unknown) => this.#listener.trouble(error))
          .finally(() => this.#lookLater())
      },
      this.#isRight ? LOOK_MS : LOOK_AGAIN_MS,
    )
  }

  async #measure(): Promise<void> {
    const before = performance.now()
    const server = await serverTime(this.#send)
    const after = performance.now()
    // The answer was made somewhere between the two; the middle is off by half of the way at most.
    this.#serverAt = server
    this.#monotonicAt = (before + after) / 2
    const skewMs = Date.now() - this.now()
    const wasRight = this.#isRight
    this.#isRight = Math.abs(skewMs) <= MOST_SKEW_MS
    if (!this.#isRight) this.#listener.off(skewMs / 1000)
    else if (!wasRight) this.#listener.right()
  }
}
