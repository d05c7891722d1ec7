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

/** Turns of the event loop without any request under way after which nobody can have anything left to do. */
const IDLE_TURNS = 3

/** Longest virtual time of what goes well. */
const COMPLETE_SECONDS = 7200

function turn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve)
  })
}

/**
 * What is loaded when it is first needed comes by the machine's time. The first run of each operation, without a fault,
 * waits for it: this long in all before a deadline may pass, and in pieces of this many milliseconds.
 */
const LOADING_MS = { all: 10_000, piece: 10 }
/** Nothing that goes well waits so many seconds for one thing. */
const MAX_GOOD_WAIT_SECONDS = 60

/** How far a piece of work came: it ended, it waits for a worker that is paused, died with its worker, or never ends. */
export type Progress = 'ENDED' | 'PAUSED' | 'DIED' | 'HANGS'

/** Who sends requests into the network. */
export interface Sender {
  readonly gate: Gate
  /** How many things came out of its requests. */
  made: number
}

/** One run: the network, the stores, the time, and the workers on them. */
export class World {
  readonly clock = new VirtualClock(START)
  readonly opened: Opened
  readonly ledger = new Ledger()
  readonly #house: StoreHouse
  /** The stores as somebody has them to whom nothing happens. */
  readonly stores: Stores
  readonly director: Director
  /** Names of the requests that make what people can see. */
  readonly visible: ReadonlySet<string>
  /** Names of the requests in which something came about in this run. */
  readonly createdBy = new Set<string>()
  /** True once bytes of a visible request have left, or nobody can know whether they did. */
  wasSent = false
  /** True once the answer with the only new token was lost: nobody can do anything about that. */
  mayBeSignedOut = false
  readonly #isFirst: boolean
  #underWay = 0
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
      // A group in which nobody says anything is not what was asked for.
      if (kind !== 'GROUP') this.#newest.by.made += 1
    })
  }

  /** True while no port answers. */
  get arePortsAway(): boolean {
    return this.clock.monotonic() < this.#portsAwayUntil
  }

  /** No port answers for so many seconds. */
  takePortsAway(seconds: number): void {
    this.#portsAwayUntil = this.clock.monotonic() + seconds
  }

  /** Requests that were answered 502 because the network was unavailable. */
  outages = 0

  /** True while the network answers nothing but 502. */
  get isNetworkAway(): boolean {
    return this.clock.monotonic() < this.#networkAwayUntil
  }

  /** The network answers nothing but 502 for so many seconds. */
  takeNetworkAway(seconds: number): void {
    this.#networkAwayUntil = this.clock.monotonic() + seconds
  }

  /** Puts into the stores what is there before. */
  fill(): Promise<void> {
    return fill(this.stores, this.opened)
  }

  /** The stores as one more process opens them. */
  openStores(gate: Gate, clock: Clock): Stores {
    const { changeStores = (stores) => stores } = this.opened
    return this.ledger.watch(changeStores(this.#house.open(gate, clock)))
  }

  /** Everything ends. */
  close(): void {
    this.#house.close()
  }

  /** A request is inside the network: time stands still until it has left it. */
  enter(name: string, by: Sender): void {
    this.#newest = { name, by }
    this.#underWay += 1
  }

  /** A request has left the network again, with what it answered; null when the answer is lost. */
  leave(status: number | null): void {
    this.#underWay -= 1
    if (status !== 200 || this.#newest === null || !this.rotates(this.#newest.name)) return
    this.ledger.isBehind = true
    if (!this.#newest.by.gate.isRunning) this.mayBeSignedOut = true
  }

  /** True for the name of a request that replaces the refresh token. */
  rotates(name: string): boolean {
    const { rotatesAt } = this.opened
    return rotatesAt !== undefined && name.endsWith(rotatesAt)
  }

  /** Lets work go on, and time pass, until the work has ended or cannot go on. */
  async drive(work: Promise<unknown>, { gate }: Sender, limitSeconds: number): Promise<Progress> {
    let hasEnded = false
    const end = (): void => {
      hasEnded = true
    }
    work.then(end, end)
    const limit = this.clock.monotonic() + limitSeconds
    for (;;) {
      await this.#idle(() => hasEnded)
      // `end` sets it from outside.
      if (hasEnded as boolean) return 'ENDED'
      if (gate.isPaused) return 'PAUSED'
      if (gate.isDead) return 'DIED'
      const due = this.clock.nextDue
      if (due === null || due > limit) return 'HANGS'
      const isLong = due - this.clock.monotonic() > MAX_GOOD_WAIT_SECONDS
      if (this.#isFirst && isLong && (await this.#hasLoaded(() => hasEnded))) continue
      this.clock.jump()
    }
  }

  /** @returns True when something came while it was waited for. */
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

  /** Lets work go on until it has ended. @throws What it rejects with, or Error when it never ends. */
  async complete<T>(work: Promise<T>, sender: Sender): Promise<T> {
    const progress = await this.drive(work, sender, COMPLETE_SECONDS)
    if (progress !== 'ENDED') throw new Error(`Nothing goes wrong, and it ${progress.toLowerCase()}.`)
    return work
  }

  /** Lets time pass, and whoever wakes in it work. */
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
      if (this.#underWay + computationsUnderWay() > 0) turns = 0
    }
  }
}
