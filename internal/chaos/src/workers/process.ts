import type { Point } from '../faults/faults.js'
import { GaveUp } from '../faults/injected-errors.js'
import { Gate, never } from '../time/gate.js'
import { WorkerClock } from '../time/worker-clock.js'
import type { Sender, World } from './world.js'

/** Seconds by which a clock is set back or on: more than any lease, key or short token lives. */
const CLOCK_STEP_SECONDS = 7200

/** One process: it can be paused, and it can die, wherever it meets something outside. */
export class Process implements Sender {
  readonly world: World
  readonly gate = new Gate()
  readonly clock: WorkerClock
  made = 0
  /** What the caller of the try under way gives up with. */
  #controller = new AbortController()

  constructor(world: World) {
    this.world = world
    this.clock = new WorkerClock(world.clock, this.gate)
  }

  /** The application calls once more. @returns The signal of that call. */
  startAttempt(): AbortSignal {
    this.#controller = new AbortController()
    return this.#controller.signal
  }

  /** An interaction is about to happen. @returns What goes wrong with it; null when nothing does. */
  meet(point: Point): string | null {
    const fault = this.world.director.at(point)
    if (fault !== 'clockBack' && fault !== 'clockForward') return fault
    this.world.clock.step(fault === 'clockBack' ? -CLOCK_STEP_SECONDS : CLOCK_STEP_SECONDS)
    return null
  }

  /** The caller gives up, the process dies, or it is paused or suspended, as the fault says. Resolves when the worker goes on. */
  async stop(fault: string): Promise<void> {
    if (fault.startsWith('abort')) {
      this.#controller.abort(new GaveUp('The caller gave up.'))
      return
    }
    // Nobody can tell whether a process that stopped here has sent it.
    if (this.world.ledger.isFinishing) this.world.wasSent = true
    this.noteLost()
    if (fault.startsWith('die')) {
      this.gate.die()
      return never()
    }
    if (fault.startsWith('suspend')) this.gate.suspend()
    else this.gate.pause()
    await this.gate.pass()
  }

  /** What only this worker had heard is lost, or held up. */
  noteLost(): void {
    if (this.world.ledger.isBehind) this.world.mayBeSignedOut = true
  }

  /** Bytes of a request have left, by its name. */
  noteLeft(name: string): void {
    if (this.world.visible.has(name)) this.world.wasSent = true
  }
}
