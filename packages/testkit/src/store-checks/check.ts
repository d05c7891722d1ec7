import { strict as assert } from 'node:assert'
import { setTimeout as sleep } from 'node:timers/promises'

import type { ProcessHook } from './processes.js'

/** One check, bound to a store: give it to any test runner, or run it by itself. It fails by rejecting. */
export interface StoreCheck {
  /** A sentence about what a store does. */
  readonly name: string
  /** Why it cannot be made with the hooks that were given; false when it can. */
  readonly skip: false | string
  readonly run: () => Promise<void>
}

/** What the checks have to be told about a store. Only `make` is needed; without the others some are skipped. */
export interface StoreHooks<Port> {
  /** Makes an empty store; each check gets one of its own. */
  make(): Port | Promise<Port>
  /** Puts away what `make` made, whatever came of the check. */
  cleanUp?(port: Port): void | Promise<void>
  /** Opens what `port` keeps anew, as the program does after it was stopped. */
  reopen?(port: Port): Port | Promise<Port>
  /** How other processes open what `port` keeps. */
  processes?(port: Port): ProcessHook
  /** Lets so many seconds pass on the store's clock. Really waits unless given. */
  pass?(seconds: number, port: Port): void | Promise<void>
  /** Seconds after which a check that hangs has failed; 10 unless given. */
  readonly patienceSeconds?: number
}

/** A store under examination. */
export class Bench<Port> {
  readonly port: Port
  readonly hooks: StoreHooks<Port>

  constructor(hooks: StoreHooks<Port>, port: Port) {
    this.hooks = hooks
    this.port = port
  }

  /** Lets time pass for the store. */
  async pass(seconds: number): Promise<void> {
    await (this.hooks.pass ? this.hooks.pass(seconds, this.port) : sleep(seconds * 1000))
  }

  /** The same data, opened once more. */
  async reopened(): Promise<Port> {
    return this.hooks.reopen ? this.hooks.reopen(this.port) : this.port
  }
}

/** One check before it is bound to a store. */
export interface StoreCheckDefinition<Port> {
  readonly name: string
  /** The hook without which it cannot be made. */
  readonly needs?: 'reopen' | 'processes'
  readonly run: (bench: Bench<Port>) => Promise<void>
}

/** The checks of one port, bound to one store. */
export class StoreChecks<Port> implements Iterable<StoreCheck> {
  readonly #definitions: readonly StoreCheckDefinition<Port>[]
  readonly #hooks: StoreHooks<Port>

  constructor(definitions: readonly StoreCheckDefinition<Port>[], hooks: StoreHooks<Port>) {
    this.#definitions = definitions
    this.#hooks = hooks
  }

  *[Symbol.iterator](): Iterator<StoreCheck> {
    for (const definition of this.#definitions) {
      const { name, needs } = definition
      const skip =
        needs === undefined || this.#hooks[needs]
          ? false
          : `Give the checks the hook "${needs}" to make this one.`
      yield { name, skip, run: () => this.#run(definition) }
    }
  }

  async #run(definition: StoreCheckDefinition<Port>): Promise<void> {
    const port = await this.#hooks.make()
    try {
      await within(this.#hooks.patienceSeconds ?? 10, definition.run(new Bench(this.#hooks, port)))
    } finally {
      await this.#hooks.cleanUp?.(port)
    }
  }
}

/** Bounds work that hangs on a store that does not answer. */
async function within(seconds: number, work: Promise<void>): Promise<void> {
  const stop = new AbortController()
  const tooLong = sleep(seconds * 1000, null, { signal: stop.signal, ref: true }).then(() =>
    assert.fail(
      `The store did not come to an end within ${seconds} seconds. Something waits for what never comes.`,
    ),
  )
  tooLong.catch(() => {})
  try {
    await Promise.race([work, tooLong])
  } finally {
    stop.abort()
    // When time ran out first, nobody listens to the work any more.
    work.catch(() => {})
  }
}

/** Runs so many pieces of work at once and gives back all that came of it. */
export function atOnce<T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_nothing, index) => work(index)))
}

/** Fails unless a call is refused, and says what for. */
export async function mustBeRefused(work: () => Promise<unknown>, what: string): Promise<void> {
  const refused = await work().then(
    () => false,
    () => true,
  )
  assert.ok(refused, what)
}
