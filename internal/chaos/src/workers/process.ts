import type { Point } from '../faults/faults.js'
import { GaveUp } from '../faults/injected-errors.js'
import { Gate, never } from '../time/gate.js'
import { WorkerClock } from '../time/worker-clock.js'
import type { Sender, World } from './world.js'

/** Seconds by which a clock is moved back or forward; more than any lease, key or short token lives. */
const CLOCK_STEP_SECONDS = 7200

/** One process. It can be paused and can die at every interaction. */
export class Process implements Sender {
  readonly world: World
  readonly gate = new Gate()
  readonly clock: WorkerClock
  made = 0
  /** Abort reason of the current attempt. */
  #controller = new AbortController()

  constructor(world: World) {
    this.world = world
    this.clock = new WorkerClock(world.clock, this.gate)
  }

  /** Starts another call of the application. @returns The signal of that call. */
  startAttempt(): AbortSignal {
    this.#controller = new AbortController()
    return this.#controller.signal
  }

  /** Announces an interaction. @returns The fault to inject; null for none. */
  meet(point: Point): string | null {
    const fault = this.world.director.at(point)
    if (fault !== 'clockBack' && fault !== 'clockForward') return fault
    this.world.clock.step(fault === 'clockBack' ? -CLOCK_STEP_SECONDS : CLOCK_STEP_SECONDS)
    return null
  }

  /**
   * Applies the fault: the caller aborts, the process dies, or it is paused or suspended. Resolves when the worker
   * continues.
   */
  async stop(fault: string): Promise<void> {
    if (fault.startsWith('abort')) {
      this.#controller.abort(new GaveUp('The caller gave up.'))
      return
    }
    // Whether a process that stopped here has sent the request is unknown.
    if (this.world.ledger.isFinishing) this.world.wasSent = true
    this.recordLost()
    if (fault.startsWith('die')) {
      this.gate.die()
      return never()
    }
    if (fault.startsWith('suspend')) this.gate.suspend()
    else this.gate.pause()
    await this.gate.pass()
  }

  /** Discards or delays everything that only this worker received. */
  recordLost(): void {
    if (this.world.ledger.isBehind) this.world.mayBeSignedOut = true
  }

  /** Records that bytes of a request were sent, by its name. */
  recordSent(name: string): void {
    if (this.world.visible.has(name)) this.world.wasSent = true
  }
}
