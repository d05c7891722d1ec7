import { Poller } from '@social/core'

import type { Following } from '../networks/network.js'
import type { Finding, Attempt } from '../verdict/verdict.js'
import type { Worker } from '../workers/worker.js'
import type { World } from '../workers/world.js'
import { HandledUpdates } from './handled-updates.js'
import type { Scene } from './scene.js'

/** Number of events before the first poll (`FIRST`) and after it (`LATER`). */
const FIRST = 3
const LATER = 2
/** Seconds after which every list shows a new event. */
const LAG_SECONDS = 15

/** Polls an account. Every event must reach the application's handler at least once. */
export class FollowScene implements Scene {
  /** Each step of a poll has a timeout of 600 seconds. */
  readonly maxSeconds = 3600
  readonly canBeTakenOver = true
  readonly #world: World
  readonly #following: Following
  readonly #pollers = new Map<Worker, Poller>()
  readonly #updates: HandledUpdates

  constructor(world: World, following: Following) {
    this.#world = world
    this.#following = following
    this.#updates = new HandledUpdates(world)
  }

  async prepare(worker: Worker): Promise<void> {
    const { prepare } = this.#following
    if (prepare) await this.#world.complete(prepare(worker.account), worker)
    this.#happen(FIRST)
    await this.#world.pass(LAG_SECONDS)
  }

  async call(worker: Worker, signal: AbortSignal): Promise<string | null> {
    const poller = this.#pollers.get(worker) ?? this.#follow(worker, signal)
    try {
      await poller.checkOnce()
    } finally {
      // A stopped poller cannot be started again, so the next call creates a new one.
      if (signal.aborted) this.#pollers.delete(worker)
    }
    return null
  }

  made(): number {
    return 0
  }

  /**
   * Compares the handled events, because a poll can succeed without updates if the list shows an
   * event late.
   */
  isOver({ end }: Attempt): boolean {
    if (end.kind !== 'RESULT' || !this.#updates.areAll) return false
    if (this.#updates.expected > FIRST) return true
    this.#happen(LATER)
    return false
  }

  async judge(attempts: readonly Attempt[]): Promise<readonly Finding[]> {
    return this.#updates.judge(attempts)
  }

  #happen(count: number): void {
    this.#following.happen(count)
    this.#updates.expect(count)
  }

  #follow(worker: Worker, signal: AbortSignal): Poller {
    const { client, clock } = worker
    const dispatcher = this.#updates.dispatcherOf(worker)
    const { markers, random } = client
    const poller = new Poller({ account: worker.account, markers, dispatcher, clock, random, signal })
    this.#pollers.set(worker, poller)
    return poller
  }
}
