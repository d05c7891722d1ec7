import { Dispatcher } from '@social/core'

import type { Finding, Attempt } from '../verdict/verdict.js'
import { callPort } from '../workers/chaos-ports.js'
import type { Worker } from '../workers/worker.js'
import type { World } from '../workers/world.js'

/** Updates passed to the application's handler, and their verdict. */
export class HandledUpdates {
  readonly #world: World
  /** Ids of the updates that were handled completely. */
  readonly #handled = new Set<string>()
  readonly #doubles: string[] = []
  #happened = 0

  constructor(world: World) {
    this.#world = world
  }

  /** Adds this number of events. */
  expect(count: number): void {
    this.#happened += count
  }

  /** True once every event has reached the handler. */
  get areAll(): boolean {
    return this.#handled.size >= this.#happened
  }

  /** Number of events. */
  get expected(): number {
    return this.#happened
  }

  /** A worker's dispatcher with the application's handler. */
  dispatcherOf(worker: Worker): Dispatcher {
    const dispatcher = new Dispatcher({ seen: worker.client.seenUpdates, clock: worker.clock })
    dispatcher.onAny(async ({ id }) => {
      const wasRemembered = this.#world.ledger.remembers(id)
      await callPort('handler', async () => void this.#handled.add(id), worker)
      if (wasRemembered) this.#doubles.push(id)
    })
    return dispatcher
  }

  /** Every event reached the handler, none was stored as seen before that, and no call hung. */
  judge(attempts: readonly Attempt[]): readonly Finding[] {
    const faults = attempts.flatMap(({ fired }) => fired.map(({ fault }) => fault))
    // Suspended, with the wall clock set back meanwhile: both clocks of the worker report a valid claim.
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
