import type { Clock } from '@social/core/platform'

import { Director } from '../faults/director.js'
import type { Plan } from '../faults/plan.js'
import type { Opened } from '../networks/network.js'
import { Ledger } from '../stores/ledger.js'
import { fill, type MakeStores, type StoreHouse, type Stores, storesInMemory } from '../stores/stores.js'
import { computationsUnderWay } from '../time/beside-the-loop.js'
import { Gate } from '../time/gate.js'
import { VirtualClock } from '../time/virtual-clock.js'

const START = '2026-11-21T12:00:00Z'

/** Number of event loop turns without a request after which no work is in progress. */
const IDLE_TURNS = 3

/** Maximum virtual seconds of an operation without faults. */
const COMPLETE_SECONDS = 7200

function turn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve)
  })
}

/**
 * Milliseconds to wait in real time for modules that are loaded on first use: `all` is the maximum
 * and `piece` is one step. Only the first run of each operation, without faults, waits for them.
 */
const LOADING_MS = { all: 10_000, piece: 10 }
/** Maximum seconds that an operation without faults waits between its requests. */
const MAX_RETRY_WAIT_SECONDS = 60

/**
 * State of an operation: ended, waiting for a paused worker, stopped by the death of its worker,
 * or hanging.
 */
export type Progress = 'ENDED' | 'PAUSED' | 'DIED' | 'HANGS'

/** Process that sends requests to the network. */
export interface Sender {
  readonly gate: Gate
  /** Number of objects that requests of this process created. */
  made: number
}

/** State of one run: the network, the stores, the time and the workers. */
export class World {
  readonly clock = new VirtualClock(START)
  readonly opened: Opened
  readonly ledger = new Ledger()
  readonly #house: StoreHouse
  /** Stores without injected faults. */
  readonly stores: Stores
  readonly director: Director
  /** Names of the requests that create a visible object, such as a post. */
  readonly visible: ReadonlySet<string>
  /** Names of the requests that had a visible effect in this run. */
  readonly createdBy = new Set<string>()
  /** True if bytes of a publishing request may have been sent. */
  wasSent = false
  /** True if the response with the only new token was lost. Nothing can recover this token. */
  mayBeSignedOut = false
  readonly #isFirst: boolean
  #pending = 0
  #portsAwayUntil = 0
  #networkAwayUntil = 0
  #newest: { readonly name: string; readonly by: Sender } | null = null

  constructor(
    { network, faults }: Plan,
    visible: ReadonlySet<string>,
    makeStores: MakeStores = storesInMemory,
  ) {
    this.visible = visible
    this.#isFirst = faults.length === 0
    this.opened = network.open(this.clock.unstepped)
    this.#house = makeStores(this.clock)
    this.stores = this.openStores(new Gate(), this.clock)
    const { rotatesAt, renewsAt = rotatesAt } = this.opened
    this.director = new Director(faults, (name) => renewsAt !== undefined && name.endsWith(renewsAt))
    this.opened.network.effects.watch(({ kind }) => {
      if (this.#newest === null) return
      this.createdBy.add(this.#newest.name)
      // An empty group conversation is not a result, so it is not counted.
      if (kind !== 'GROUP') this.#newest.by.made += 1
    })
  }

  /** True while no port responds because of a fault. */
  get arePortsAway(): boolean {
    return this.clock.monotonic() < this.#portsAwayUntil
  }

  /** Stops all responses of the ports for these seconds. */
  takePortsAway(seconds: number): void {
    this.#portsAwayUntil = this.clock.monotonic() + seconds
  }

  /** Number of requests that got status 502 because the network was unavailable. */
  outages = 0

  /** True while the network responds only with status 502 because of a fault. */
  get isNetworkAway(): boolean {
    return this.clock.monotonic() < this.#networkAwayUntil
  }

  /** Makes the network respond only with status 502 for these seconds. */
  takeNetworkAway(seconds: number): void {
    this.#networkAwayUntil = this.clock.monotonic() + seconds
  }

  /** Writes the initial data to the stores before the run. */
  fill(): Promise<void> {
    return fill(this.stores, this.opened)
  }

  /** Opens the stores for an additional process. */
  openStores(gate: Gate, clock: Clock): Stores {
    const { changeStores = (stores) => stores } = this.opened
    return this.ledger.watch(changeStores(this.#house.open(gate, clock)))
  }

  /** Closes everything that the run opened. */
  close(): void {
    this.#house.close()
  }

  /**
   * Records that a request is inside the network. Time does not advance until `leave` is called.
   */
  enter(name: string, by: Sender): void {
    this.#newest = { name, by }
    this.#pending += 1
  }

  /**
   * Records that a request has left the network with a response, or with null if the response is
   * lost.
   */
  leave(status: number | null): void {
    this.#pending -= 1
    if (status !== 200 || this.#newest === null || !this.rotates(this.#newest.name)) return
    this.ledger.isBehind = true
    if (!this.#newest.by.gate.isRunning) this.mayBeSignedOut = true
  }

  /** Returns true for the name of a request that replaces the refresh token. */
  rotates(name: string): boolean {
    const { rotatesAt } = this.opened
    return rotatesAt !== undefined && name.endsWith(rotatesAt)
  }

  /** Lets the work and the virtual time continue until the work has ended or cannot continue. */
  async drive(work: Promise<unknown>, { gate }: Sender, limitSeconds: number): Promise<Progress> {
    let hasEnded = false
    const end = (): void => {
      hasEnded = true
    }
    work.then(end, end)
    const limit = this.clock.monotonic() + limitSeconds
    for (;;) {
      await this.#idle(() => hasEnded)
      // safe cast: `end` changes this variable, which the compiler does not see
      if (hasEnded as boolean) return 'ENDED'
      if (gate.isPaused) return 'PAUSED'
      if (gate.isDead) return 'DIED'
      const due = this.clock.nextDue
      if (due === null || due > limit) return 'HANGS'
      const isLong = due - this.clock.monotonic() > MAX_RETRY_WAIT_SECONDS
      if (this.#isFirst && isLong && (await this.#hasLoaded(() => hasEnded))) continue
      this.clock.jump()
    }
  }

  /** Waits in real time. @returns True if the work made progress during the wait. */
  async #hasLoaded(hasEnded: () => boolean): Promise<boolean> {
    const steps = (): number => this.clock.asked + this.director.points.length
    const before = steps()
    for (let waited = 0; waited < LOADING_MS.all; waited += LOADING_MS.piece) {
      await new Promise((resolve) => {
        setTimeout(resolve, LOADING_MS.piece)
      })
      if (hasEnded() || steps() > before) return true
    }
    return false
  }

  /**
   * Lets work continue until it has ended.
   * @throws The error of the work, or Error if the work does not end.
   */
  async complete<T>(work: Promise<T>, sender: Sender): Promise<T> {
    const progress = await this.drive(work, sender, COMPLETE_SECONDS)
    if (progress !== 'ENDED')
      throw new Error(`The work did not end, although no fault occurred: ${progress}.`)
    return work
  }

  /** Advances the time and ends all sleeps that are due. */
  async pass(seconds: number): Promise<void> {
    const end = this.clock.monotonic() + seconds
    for (;;) {
      await this.#idle(() => false)
      const due = this.clock.nextDue
      if (due === null || due > end) break
      this.clock.jump()
    }
    this.clock.passTo(end)
  }

  async #idle(hasEnded: () => boolean): Promise<void> {
    for (let turns = 0; turns < IDLE_TURNS; turns += 1) {
      await turn()
      if (hasEnded()) return
      if (this.#pending + computationsUnderWay() > 0) turns = 0
    }
  }
}
