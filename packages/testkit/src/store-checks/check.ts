import { strict as assert } from 'node:assert'
import { setTimeout as sleep } from 'node:timers/promises'

import { refuseUnknownNames } from '@social/core/store'

import { type Competitor, type ProcessHook, race } from './processes.js'

/** One check, bound to a store: give it to any test runner, or run it by itself. It fails by rejecting. */
export interface StoreCheck {
  /** A sentence about what a store does. */
  readonly name: string
  /** Why it cannot be made with the hooks that were given; false when it can. */
  readonly skip: false | string
  readonly run: () => Promise<void>
}

/** A method, not a function: it may be written for the very store that `make` makes. */
type Hook<Given extends readonly unknown[], Answer> = { call(...given: Given): Answer }['call']

/** What the checks have to be told about a store. Only `make` is needed; without the others some are skipped. */
export interface StoreHooks<Port> {
  /** Makes an empty store; each check gets one of its own. */
  make(): Port | Promise<Port>
  /** Puts away what `make` made, whatever came of the check. */
  readonly cleanUp?: Hook<[port: Port], void | Promise<void>> | undefined
  /** Opens what `port` keeps anew, as the program does after it was stopped. */
  readonly reopen?: Hook<[port: Port], Port | Promise<Port>> | undefined
  /** How other processes open what `port` keeps. */
  readonly processes?: Hook<[port: Port], ProcessHook> | undefined
  /** Lets so many seconds pass on the store's clock. Really waits unless given. */
  readonly pass?: Hook<[seconds: number, port: Port], void | Promise<void>> | undefined
  /** Sets the store's wall clock on by so many seconds, or back, while no time passes. */
  readonly stepClock?: Hook<[seconds: number, port: Port], void> | undefined
  /** Seconds after which a check that hangs has failed; 10 unless given. */
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

/** A store under examination. */
export class Bench<Port> {
  readonly port: Port
  readonly hooks: StoreHooks<Port>
  /** Fires when the check has taken too long. */
  readonly signal: AbortSignal

  constructor(hooks: StoreHooks<Port>, port: Port, signal: AbortSignal) {
    this.hooks = hooks
    this.port = port
    this.signal = signal
  }

  /** Has real processes compete for what the store keeps. */
  async race(count: number, run: (competitors: readonly Competitor[]) => Promise<void>): Promise<void> {
    const hook = this.hooks.processes?.(this.port)
    assert.ok(hook, 'The hook "processes" is missing.')
    await race(hook, { count, signal: this.signal }, run)
  }

  /** Lets time pass for the store. */
  async pass(seconds: number): Promise<void> {
    await (this.hooks.pass ? this.hooks.pass(seconds, this.port) : sleep(seconds * 1000))
  }

  /** Sets the wall clock of the store. Only for checks that need the hook. */
  stepClock(seconds: number): void {
    this.hooks.stepClock?.(seconds, this.port)
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
  readonly needs?: 'reopen' | 'processes' | 'stepClock'
  readonly run: (bench: Bench<Port>) => Promise<void>
}

/** The checks of one port, bound to one store. */
export class StoreChecks<Port> implements Iterable<StoreCheck> {
  readonly #definitions: readonly StoreCheckDefinition<Port>[]
  readonly #hooks: StoreHooks<Port>

  /** @throws ConfigError for a hook that does not exist: checks would be skipped in silence. */
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

/** Bounds work that hangs on a store that does not answer. */
async function within(seconds: number, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const tooLong = new assert.AssertionError({
    message: `The store did not come to an end within ${seconds} seconds. Something waits for what never comes.`,
  })
  const controller = new AbortController()
  const hangs = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    controller.abort(tooLong)
    hangs.reject(tooLong)
  }, seconds * 1000)
  const working = work(controller.signal)
  // When time runs out first, nobody listens to the work any more.
  working.catch(() => {})
  try {
    await Promise.race([working, hangs.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** Fails unless a store says with null, and not with undefined, that it has nothing. */
export function mustBeNull(value: unknown, call: string): void {
  assert.ok(value !== undefined, `${call} must answer null when there is nothing, not undefined.`)
  assert.equal(value, null, `${call} must answer null when there is nothing.`)
}

/** Runs so many pieces of work at once and gives back all that came of it. */
export function inParallel<T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> {
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
