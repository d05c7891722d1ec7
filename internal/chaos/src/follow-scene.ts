import { Dispatcher, Poller } from '@social/core'

import { callPort } from './chaos-ports.js'
import type { Following } from './network.js'
import type { Scene } from './scene.js'
import type { Finding, Try } from './verdict.js'
import type { Worker } from './worker.js'
import type { World } from './world.js'

/** How many things happen before the first round, and after it. */
const FIRST = 3
const LATER = 2
/** Longer than any list here lags. */
const LAG_SECONDS = 15

/** An account is polled: what happens there reaches the application's handler, at least once. */
export class FollowScene implements Scene {
  /** Each step of a round has 600. */
  readonly longestSeconds = 3600
  readonly canBeTakenOver = true
  readonly #world: World
  readonly #following: Following
  readonly #pollers = new Map<Worker, Poller>()
  /** Ids of the updates that were handled to the end. */
  readonly #handled: string[] = []
  readonly #doubles: string[] = []
  #happened = 0

  constructor(world: World, following: Following) {
    this.#world = world
    this.#following = following
  }

  async prepare(worker: Worker): Promise<void> {
    const { prepare } = this.#following
    if (prepare) await this.#world.settle(prepare(worker.account), worker)
    this.#happen(FIRST)
    await this.#world.pass(LAG_SECONDS)
  }

  async call(worker: Worker, signal: AbortSignal): Promise<string | null> {
    const poller = this.#pollers.get(worker) ?? this.#follow(worker, signal)
    try {
      await poller.checkOnce()
    } finally {
      // A poller that was stopped stays so.
      if (signal.aborted) this.#pollers.delete(worker)
    }
    return null
  }

  made(): number {
    return 0
  }

  /** A round that shows nothing new may come before what happened is listed. */
  isOver({ end }: Try): boolean {
    if (end.kind !== 'RESULT' || new Set(this.#handled).size < this.#happened) return false
    if (this.#happened > FIRST) return true
    this.#happen(LATER)
    return false
  }

  async judge(tries: readonly Try[]): Promise<readonly Finding[]> {
    const findings: Finding[] = this.#doubles.map((id) => ({
      failure: 'DOUBLE',
      why: `${id} was handled again after it was remembered`,
    }))
    const all = new Set(this.#handled)
    if (all.size < this.#happened && tries.at(-1)?.mayBeSignedOut !== true)
      findings.push({ failure: 'LOSS', why: `${this.#happened - all.size} updates never reached a handler` })
    if (all.size > this.#happened)
      findings.push({ failure: 'DOUBLE', why: `${all.size} ids for ${this.#happened} things that happened` })
    if (tries.some(({ end }) => end.kind === 'HANGS'))
      findings.push({ failure: 'HANG', why: 'a round never ended' })
    return findings
  }

  #happen(count: number): void {
    this.#following.happen(count)
    this.#happened += count
  }

  #follow(worker: Worker, signal: AbortSignal): Poller {
    const { client, clock } = worker
    const dispatcher = new Dispatcher({ seen: client.seenUpdates, clock })
    dispatcher.onAny(async ({ id }) => {
      const wasRemembered = this.#world.ledger.remembers(id)
      await callPort('handler', async () => void this.#handled.push(id), worker)
      if (wasRemembered) this.#doubles.push(id)
    })
    const { markers, random } = client
    const poller = new Poller({ account: worker.account, markers, dispatcher, clock, random, signal })
    this.#pollers.set(worker, poller)
    return poller
  }
}
