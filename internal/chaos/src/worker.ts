import { type AnyAccount, SocialClient } from '@social/core'
import { fakeRandom } from '@social/testkit'

import { chaosPort } from './chaos-ports.js'
import { ChaosTransport } from './chaos-transport.js'
import type { Point } from './faults.js'
import { Gate, never } from './gate.js'
import { WorkerClock } from './worker-clock.js'
import type { World } from './world.js'

/** Seconds by which a clock is set back or on: more than any lease, key or short token lives. */
const CLOCK_STEP_SECONDS = 7200

/** Why a caller gave up. */
export class GaveUp extends Error {
  override readonly name = 'GaveUp'
}

/** One process: a client of its own on stores that it shares with others. */
export class Worker {
  readonly world: World
  readonly gate = new Gate()
  readonly clock: WorkerClock
  readonly transport: ChaosTransport
  readonly client: SocialClient
  /** How many things came out of its requests. */
  made = 0
  /** What the caller of the try under way gives up with. */
  #controller = new AbortController()

  constructor(world: World, number: number) {
    this.world = world
    this.clock = new WorkerClock(world.clock, this.gate)
    const stores = world.openStores(this.gate, this.clock)
    this.transport = new ChaosTransport(world.opened.network, this)
    this.client = new SocialClient({
      storage: chaosPort('storage', stores.storage, this),
      journal: chaosPort('journal', stores.journal, this),
      seenUpdates: chaosPort('seenUpdates', stores.seenUpdates, this),
      loginMemory: chaosPort('loginMemory', stores.loginMemory, this),
      markers: chaosPort('markers', stores.markers, this),
      mediaHost: chaosPort('mediaHost', stores.mediaHost, this),
      locks: chaosPort('locks', stores.locks, this),
      platforms: world.opened.makePlatforms(),
      transport: this.transport,
      clock: this.clock,
      random: fakeRandom(number),
    })
  }

  get account(): AnyAccount {
    return this.client.account(this.world.opened.connection.id)
  }

  /** The application calls once more. @returns The signal of that call. */
  startTry(): AbortSignal {
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

  /** The caller gives up, the process dies, or it is paused, as the fault says. Resolves when the worker goes on. */
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
    this.gate.pause()
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
