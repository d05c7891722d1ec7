import type { Point } from '../faults/faults.js'
import { GaveUp } from '../faults/injected-errors.js'
import { Gate, never } from '../time/gate.js'
import { WorkerClock } from '../time/worker-clock.js'
import type { Sender, World } from './world.js'

/**
 * Seconds by which a fault changes the wall clock. More than the lifetime of any lease, key or
 * short token.
 */
const CLOCK_STEP_SECONDS = 7200

/** Process of the application. It can be paused or killed at every interaction. */
export class Process implements Sender {
  readonly world: World
  readonly gate = new Gate()
  readonly clock: WorkerClock
  made = 0
  /** Abort controller of the current call. */
  #controller = new AbortController()

  constructor(world: World) {
    this.world = world
    this.clock = new WorkerClock(world.clock, this.gate)
  }

  /** Starts another call of the application. @returns The signal that aborts this call. */
  startAttempt(): AbortSignal {
    this.#controller = new AbortController()
    return this.#controller.signal
  }

  /** Registers an interaction. @returns The fault to inject, or null for none. */
  meet(point: Point): string | null {
    const fault = this.world.director.at(point)
    if (fault !== 'clockBack' && fault !== 'clockForward') return fault
    this.world.clock.step(fault === 'clockBack' ? -CLOCK_STEP_SECONDS : CLOCK_STEP_SECONDS)
    return null
  }

  /**
   * Applies a fault that stops the process: aborts, kills, pauses or suspends it. Resolves when
   * the process continues.
   */
  async stop(fault: string): Promise<void> {
    if (fault.startsWith('abort')) {
      this.#controller.abort(new GaveUp('The caller gave up.'))
      return
    }
    // After such a stop, no other process can know whether the request was sent.
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

  /**
   * Records that the state of this process is lost. If only this process had the new token, the
   * account must sign in again.
   */
  recordLost(): void {
    if (this.world.ledger.isBehind) this.world.mayBeSignedOut = true
  }

  /** Records that bytes of a request were sent. */
  recordSent(name: string): void {
    if (this.world.visible.has(name)) this.world.wasSent = true
  }
}
