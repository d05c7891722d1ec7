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

/** Turns of the event loop without a request after which no work is left. */
const IDLE_TURNS = 3

/** Maximum virtual time of an operation without faults. */
const COMPLETE_SECONDS = 7200

function turn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve)
  })
}

/**
 * Modules loaded on first use arrive by the machine's time. The first run of each operation, without a fault, waits
 * for them: this long in total before a deadline may pass, in steps of this many milliseconds.
 */
const LOADING_MS = { all: 10_000, piece: 10 }
/** Maximum wait of an operation without faults, in seconds. */
const MAX_RETRY_WAIT_SECONDS = 60

/** State of an operation: ended, waiting for a paused worker, died with its worker, or hanging. */
export type Progress = 'ENDED' | 'PAUSED' | 'DIED' | 'HANGS'

/** Sender of requests into the network. */
export interface Sender {
  readonly gate: Gate
  /** Number of objects that its requests created. */
  made: number
}

/** One run: the network, the stores, the time, and the workers on them. */
export class World {
  readonly clock = new VirtualClock(START)
  readonly opened: Opened
  readonly ledger = new Ledger()
  readonly #house: StoreHouse
  /** The stores without faults. */
  readonly stores: Stores
  readonly director: Director
  /** Names of the visible requests. */
  readonly visible: ReadonlySet<string>
  /** Names of the requests that had an effect in this run. */
  readonly createdBy = new Set<string>()
  /** True once bytes of a visible request may have been sent. */
  wasSent = false
  /** True once the response with the only new token was lost, which cannot be repaired. */
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
      // A group without messages is not the expected result.
      if (kind !== 'GROUP') this.#newest.by.made += 1
    })
  }

  /** True while no port responds. */
  get arePortsAway(): boolean {
    return this.clock.monotonic() < this.#portsAwayUntil
  }

  /** Lets no port respond for these seconds. */
  takePortsAway(seconds: number): void {
    this.#portsAwayUntil = this.clock.monotonic() + seconds
  }

  /** Requests that got a 502 because the network was unavailable. */
  outages = 0

  /** True while the network responds only with 502. */
  get isNetworkAway(): boolean {
    return this.clock.monotonic() < this.#networkAwayUntil
  }

  /** Makes the network respond only with 502 for these seconds. */
  takeNetworkAway(seconds: number): void {
    this.#networkAwayUntil = this.clock.monotonic() + seconds
  }

  /** Fills the stores before the run. */
  fill(): Promise<void> {
    return fill(this.stores, this.opened)
  }

  /** The stores as one more process opens them. */
  openStores(gate: Gate, clock: Clock): Stores {
    const { changeStores = (stores) => stores } = this.opened
    return this.ledger.watch(changeStores(this.#house.open(gate, clock)))
  }

  /** Ends everything. */
  close(): void {
    this.#house.close()
  }

  /** A request is inside the network: time does not advance until it has left. */
  enter(name: string, by: Sender): void {
    this.#newest = { name, by }
    this.#pending += 1
  }

  /** A request has left the network with its response; null if the response is lost. */
  leave(status: number | null): void {
    this.#pending -= 1
    if (status !== 200 || this.#newest === null || !this.rotates(this.#newest.name)) return
    this.ledger.isBehind = true
    if (!this.#newest.by.gate.isRunning) this.mayBeSignedOut = true
  }

  /** True for the name of a request that replaces the refresh token. */
  rotates(name: string): boolean {
    const { rotatesAt } = this.opened
    return rotatesAt !== undefined && name.endsWith(rotatesAt)
  }

  /** Lets work and time continue until the work has ended or cannot continue. */
  async drive(work: Promise<unknown>, { gate }: Sender, limitSeconds: number): Promise<Progress> {
    let hasEnded = false
    const end = (): void => {
      hasEnded = true
    }
    work.then(end, end)
    const limit = this.clock.monotonic() + limitSeconds
    for (;;) {
      await this.#idle(() => hasEnded)
      // Set in `end`, outside of this function.
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

  /** @returns True if a response arrived during the wait. */
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

  /** Lets work continue until it has ended. @throws Its rejection, or Error if it never ends. */
  async complete<T>(work: Promise<T>, sender: Sender): Promise<T> {
    const progress = await this.drive(work, sender, COMPLETE_SECONDS)
    if (progress !== 'ENDED')
      throw new Error(`The work did not end, although no fault occurred: ${progress}.`)
    return work
  }

  /** Advances the time and wakes all sleepers that are due. */
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
