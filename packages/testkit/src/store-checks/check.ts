import { strict as assert } from 'node:assert'
import { setTimeout as sleep } from 'node:timers/promises'

import { refuseUnknownNames } from '@social/core/store'

import { type Competitor, type ProcessHook, race } from './processes.js'

/** One check, bound to a store. Pass it to any test runner, or run it directly. It fails by rejecting. */
export interface StoreCheck {
  /** Sentence about the behavior of a store. */
  readonly name: string
  /** Reason why the check cannot run with the given hooks; false if it can. */
  readonly skip: false | string
  readonly run: () => Promise<void>
}

/** Type of a method instead of a function: a hook may be written for the type that `make` returns. */
type Hook<Given extends readonly unknown[], Answer> = { call(...given: Given): Answer }['call']

/** Hooks of the store checks. Only `make` is required; without the others some checks are skipped. */
export interface StoreHooks<Port> {
  /** Creates an empty store for each check. */
  make(): Port | Promise<Port>
  /** Closes a store that `make` created, also after a failed check. */
  readonly cleanUp?: Hook<[port: Port], void | Promise<void>> | undefined
  /** Reopens the data of `port`, like a program after a restart. */
  readonly reopen?: Hook<[port: Port], Port | Promise<Port>> | undefined
  /** Hook for opening the data of `port` in other processes. */
  readonly processes?: Hook<[port: Port], ProcessHook> | undefined
  /** Advances the store's clock by a number of seconds. Default: waits in real time. */
  readonly pass?: Hook<[seconds: number, port: Port], void | Promise<void>> | undefined
  /** Sets the store's wall clock forward or back, without time passing. */
  readonly stepClock?: Hook<[seconds: number, port: Port], void> | undefined
  /** Timeout of a check in seconds. Default: 10. */
  readonly patienceSeconds?: number | undefined
}

const HOOK_NAMES = Object.keys({
  make: true,
  cleanUp: true,
  reopen: true,
  processes: true,
  pass: true,
  stepClock: true,
  patienceSeconds: true,
} satisfies Record<keyof StoreHooks<unknown>, true>)

/** Context of a check: the store and helper functions. */
export class Bench<Port> {
  readonly port: Port
  readonly hooks: StoreHooks<Port>
  /** Fires at the timeout of the check. */
  readonly signal: AbortSignal

  constructor(hooks: StoreHooks<Port>, port: Port, signal: AbortSignal) {
    this.hooks = hooks
    this.port = port
    this.signal = signal
  }

  /** Lets several processes compete for the data of the store. */
  async race(count: number, run: (competitors: readonly Competitor[]) => Promise<void>): Promise<void> {
    const hook = this.hooks.processes?.(this.port)
    assert.ok(hook, 'The hook "processes" is missing.')
    await race(hook, { count, signal: this.signal }, run)
  }

  /** Advances the time of the store. */
  async pass(seconds: number): Promise<void> {
    await (this.hooks.pass ? this.hooks.pass(seconds, this.port) : sleep(seconds * 1000))
  }

  /** Sets the store's wall clock. Only for checks that need the hook. */
  stepClock(seconds: number): void {
    this.hooks.stepClock?.(seconds, this.port)
  }

  /** Reopens the same data. */
  async reopened(): Promise<Port> {
    return this.hooks.reopen ? this.hooks.reopen(this.port) : this.port
  }
}

/** One check before it is bound to a store. */
export interface StoreCheckDefinition<Port> {
  readonly name: string
  /** Hook that the check requires. */
  readonly needs?: 'reopen' | 'processes' | 'stepClock'
  readonly run: (bench: Bench<Port>) => Promise<void>
}

/** Checks of one port, bound to one store. */
export class StoreChecks<Port> implements Iterable<StoreCheck> {
  readonly #definitions: readonly StoreCheckDefinition<Port>[]
  readonly #hooks: StoreHooks<Port>

  /** @throws ConfigError for an unknown hook, which would silently skip checks. */
  constructor(definitions: readonly StoreCheckDefinition<Port>[], hooks: StoreHooks<Port>) {
    refuseUnknownNames(hooks, HOOK_NAMES, new.target.name)
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
    const { patienceSeconds = 10 } = this.#hooks
    const port = await this.#hooks.make()
    try {
      await within(patienceSeconds, (signal) => definition.run(new Bench(this.#hooks, port, signal)))
    } finally {
      await this.#hooks.cleanUp?.(port)
    }
  }
}

/** Adds a timeout to work on a store that may not respond. */
async function within(seconds: number, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const tooLong = new assert.AssertionError({
    message: `The store did not finish within ${seconds} seconds. A call never resolved.`,
  })
  const controller = new AbortController()
  const hangs = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    controller.abort(tooLong)
    hangs.reject(tooLong)
  }, seconds * 1000)
  const working = work(controller.signal)
  // After the timeout a later result of the work is ignored.
  working.catch(() => {})
  try {
    await Promise.race([working, hangs.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** Fails unless a store returns null, not undefined, for a missing value. */
export function mustBeNull(value: unknown, call: string): void {
  assert.ok(value !== undefined, `${call} must return null, not undefined, if nothing is stored.`)
  assert.equal(value, null, `${call} must return null if nothing is stored.`)
}

/** Runs work several times concurrently, and returns all results. */
export function inParallel<T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_nothing, index) => work(index)))
}

/** Fails unless a call is refused. */
export async function mustBeRefused(work: () => Promise<unknown>, what: string): Promise<void> {
  const refused = await work().then(
    () => false,
    () => true,
  )
  assert.ok(refused, what)
}
