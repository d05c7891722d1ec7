import type { Clock } from '../../contract/index.js'
import { type Alarm, setAlarm, stopAlarm } from '../../http/clock.js'

/**
 * How long this worker may be sure of its shards. Both clocks count: the one that never goes back stands still while some
 * machines sleep, and the other is set by hand.
 */
export class WorkerLease {
  readonly #clock: Clock
  readonly #seconds: number
  readonly #onOver: () => void
  #from: { readonly monotonic: number; readonly wall: number } | null = null
  #alarm: Alarm | null = null

  /** @param options - `onOver` is told once when a lease runs out. */
  constructor(options: { readonly clock: Clock; readonly seconds: number; readonly onOver: () => void }) {
    this.#clock = options.clock
    this.#seconds = options.seconds
    this.#onOver = options.onOver
  }

  /** A moment, to be taken before a turn begins. */
  now(): { readonly monotonic: number; readonly wall: number } {
    return { monotonic: this.#clock.monotonic(), wall: this.#clock.now().getTime() / 1000 }
  }

  /** True while nobody else can have our shards. Whoever asks too late ends the lease by that. */
  get isHeld(): boolean {
    if (this.#from === null) return false
    if (this.#secondsLeft(this.#from) > 0) return true
    this.end()
    this.#onOver()
    return false
  }

  /** A turn that began at `from` is written down. */
  renew(from: { readonly monotonic: number; readonly wall: number }): void {
    this.end()
    this.#from = from
    this.#watch(from)
  }

  /** Sure of nothing any more; nobody is told. */
  end(): void {
    this.#from = null
    if (this.#alarm) stopAlarm(this.#alarm)
    this.#alarm = null
  }

  #secondsLeft(from: { readonly monotonic: number; readonly wall: number }): number {
    const now = this.now()
    return this.#seconds - Math.max(now.monotonic - from.monotonic, now.wall - from.wall)
  }

  #watch(from: { readonly monotonic: number; readonly wall: number }): void {
    const ring = (): void => {
      this.#alarm = null
      if (this.isHeld) this.#watch(from)
    }
    this.#alarm = setAlarm(this.#clock, Math.max(0.001, this.#secondsLeft(from)), { ring })
  }
}
