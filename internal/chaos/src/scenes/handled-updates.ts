import { Dispatcher } from '@social/core'

import type { Finding, Try } from '../verdict/verdict.js'
import { callPort } from '../workers/chaos-ports.js'
import type { Worker } from '../workers/worker.js'
import type { World } from '../workers/world.js'

/** What the application's handler was given, and whether that is right. */
export class HandledUpdates {
  readonly #world: World
  /** Ids of the updates that were handled to the end. */
  readonly #handled = new Set<string>()
  readonly #doubles: string[] = []
  #happened = 0

  constructor(world: World) {
    this.#world = world
  }

  /** So many more things have happened. */
  expect(count: number): void {
    this.#happened += count
  }

  /** True once all of it reached the handler. */
  get areAll(): boolean {
    return this.#handled.size >= this.#happened
  }

  /** How many things have happened. */
  get expected(): number {
    return this.#happened
  }

  /** A worker's dispatcher, with the application's handler. */
  dispatcherOf(worker: Worker): Dispatcher {
    const dispatcher = new Dispatcher({ seen: worker.client.seenUpdates, clock: worker.clock })
    dispatcher.onAny(async ({ id }) => {
      const wasRemembered = this.#world.ledger.remembers(id)
      await callPort('handler', async () => void this.#handled.add(id), worker)
      if (wasRemembered) this.#doubles.push(id)
    })
    return dispatcher
  }

  /** Everything reached the handler, nothing after it was remembered, and no call went on for ever. */
  judge(tries: readonly Try[]): readonly Finding[] {
    const faults = tries.flatMap(({ fired }) => fired.map(({ fault }) => fault))
    // Suspended, and its wall clock set back meanwhile: both clocks of the worker say that its claim still holds.
    const isBlind = faults.includes('clockBack') && faults.some((fault) => fault.startsWith('suspend'))
    const doubles = isBlind ? [] : this.#doubles
    const findings: Finding[] = doubles.map((id) => ({
      failure: 'DOUBLE',
      why: `${id} was handled again after it was remembered`,
    }))
    const { size } = this.#handled
    if (size < this.#happened && tries.at(-1)?.mayBeSignedOut !== true)
      findings.push({ failure: 'LOSS', why: `${this.#happened - size} updates never reached a handler` })
    if (size > this.#happened)
      findings.push({ failure: 'DOUBLE', why: `${size} ids for ${this.#happened} things that happened` })
    if (tries.some(({ end }) => end.kind === 'HANGS'))
      findings.push({ failure: 'HANG', why: 'a call never ended' })
    return findings
  }
}
