import type { Clock } from '@social/core/platform'

import { type Gate, never } from './gate.js'
import type { VirtualClock } from './virtual-clock.js'

/**
 * Clock of one worker. Sleeps of a paused worker end late, and sleeps of a killed worker never
 * end. While the machine is suspended, the monotonic clock and every sleep stop.
 */
export class WorkerClock implements Clock {
  readonly #clock: VirtualClock
  readonly #gate: Gate
  /** Time when the suspension started. Null while the machine runs. */
  #suspendedAt: number | null = null
  /** Total seconds for which the machine was suspended. */
  #suspendedSeconds = 0

  constructor(clock: VirtualClock, gate: Gate) {
    this.#clock = clock
    this.#gate = gate
    gate.onStop(() => {
      if (gate.isDead) clock.forget(gate)
      else if (gate.isSuspended) {
        this.#suspendedAt = clock.monotonic()
        clock.suspend(gate)
      }
    })
    gate.onWake(() => {
      if (this.#suspendedAt === null) return
      const seconds = clock.monotonic() - this.#suspendedAt
      this.#suspendedSeconds += seconds
      this.#suspendedAt = null
      clock.resume(gate, seconds)
    })
  }

  now(): Date {
    return this.#clock.now()
  }

  monotonic(): number {
    return (this.#suspendedAt ?? this.#clock.monotonic()) - this.#suspendedSeconds
  }

  sleep(seconds: number, options: { readonly signal?: AbortSignal | undefined } = {}): Promise<void> {
    if (this.#gate.isDead) return never()
    const { signal } = options
    return this.#gate.deliver(this.#clock.sleep(seconds, { owner: this.#gate, ...(signal && { signal }) }))
  }
}
