import { Dispatcher } from '@social/core'

import type { Finding, Attempt } from '../verdict/verdict.js'
import { callPort } from '../workers/chaos-ports.js'
import type { Worker } from '../workers/worker.js'
import type { World } from '../workers/world.js'

/** Collects the updates that reached the application's handler, and checks that none is missing. */
export class HandledUpdates {
  readonly #world: World
  /** Ids of updates whose handler completed. */
  readonly #handled = new Set<string>()
  readonly #doubles: string[] = []
  #happened = 0

  constructor(world: World) {
    this.#world = world
  }

  /** Increases the number of expected events. */
  expect(count: number): void {
    this.#happened += count
  }

  /** Returns true when every expected event has reached the handler. */
  get areAll(): boolean {
    return this.#handled.size >= this.#happened
  }

  /** Number of expected events. */
  get expected(): number {
    return this.#happened
  }

  /** Creates the dispatcher of a worker, with the application's handler. */
  dispatcherOf(worker: Worker): Dispatcher {
    const dispatcher = new Dispatcher({ seen: worker.client.seenUpdates, clock: worker.clock })
    dispatcher.onAny(async ({ id }) => {
      const wasRemembered = this.#world.ledger.remembers(id)
      await callPort('handler', async () => void this.#handled.add(id), worker)
      if (wasRemembered) this.#doubles.push(id)
    })
    return dispatcher
  }

  /**
   * Checks that every event reached the handler, that no event was stored as seen too early, and
   * that no call hung.
   */
  judge(attempts: readonly Attempt[]): readonly Finding[] {
    const faults = attempts.flatMap(({ fired }) => fired.map(({ fault }) => fault))
    // If a machine is suspended and its wall clock is set back, both clocks of the worker show a
    // valid claim. The worker then cannot detect the duplicate.
    const isBlind = faults.includes('clockBack') && faults.some((fault) => fault.startsWith('suspend'))
    const doubles = isBlind ? [] : this.#doubles
    const findings: Finding[] = doubles.map((id) => ({
      failure: 'DOUBLE',
      why: `${id} was handled again after it was stored as seen`,
    }))
    const { size } = this.#handled
    if (size < this.#happened && attempts.at(-1)?.mayBeSignedOut !== true)
      findings.push({ failure: 'LOSS', why: `${this.#happened - size} updates never reached a handler` })
    if (size > this.#happened)
      findings.push({ failure: 'DOUBLE', why: `${size} ids for ${this.#happened} updates` })
    if (attempts.some(({ end }) => end.kind === 'HANGS'))
      findings.push({ failure: 'HANG', why: 'a call never ended' })
    return findings
  }
}
