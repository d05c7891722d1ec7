import type { Clock } from '@social/core/platform'

import { type Gate, never } from './gate.js'
import type { VirtualClock } from './virtual-clock.js'

/** The clock as one worker has it: a paused worker wakes late, a dead one never. */
export class WorkerClock implements Clock {
  readonly #clock: VirtualClock
  readonly #gate: Gate

  constructor(clock: VirtualClock, gate: Gate) {
    this.#clock = clock
    this.#gate = gate
    gate.onStop(() => {
      if (gate.isDead) clock.forget(gate)
    })
  }

  now(): Date {
    return this.#clock.now()
  }

  monotonic(): number {
    return this.#clock.monotonic()
  }

  sleep(seconds: number, options: { readonly signal?: AbortSignal | undefined } = {}): Promise<void> {
    if (this.#gate.isDead) return never()
    const { signal } = options
    return this.#gate.deliver(this.#clock.sleep(seconds, { owner: this.#gate, ...(signal && { signal }) }))
  }
}
