import { strict as assert } from 'node:assert'
import { setTimeout as sleep } from 'node:timers/promises'

import { refuseUnknownNames } from '@social/core/store'

import { type Competitor, type ProcessHook, race } from './processes.js'

/**
 * One check for one store. Pass the check to any test runner, or call `run` directly. A failed
 * check rejects.
 */
export interface StoreCheck {
  /** Required behavior of the store, as a test title. */
  readonly name: string
  /** Reason why the check cannot run with the given hooks. False if the check can run. */
  readonly skip: false | string
  readonly run: () => Promise<void>
}

/**
 * Type of a method. TypeScript checks parameters of methods less strictly, so a hook can require
 * the exact type that `make` returns.
 */
type Hook<Given extends readonly unknown[], Answer> = { call(...given: Given): Answer }['call']

/** Hooks of the store checks. Only `make` is required. Checks whose hook is missing are skipped. */
export interface StoreHooks<Port> {
  /** Creates an empty store. Called once for each check. */
  make(): Port | Promise<Port>
  /** Closes a store that `make` created. Called after each check, also after a failed check. */
  readonly cleanUp?: Hook<[port: Port], void | Promise<void>> | undefined
  /** Opens the data of `port` again in a new store, as after a restart of the program. */
  readonly reopen?: Hook<[port: Port], Port | Promise<Port>> | undefined
  /** Returns the program and the location with which other processes open the data of `port`. */
  readonly processes?: Hook<[port: Port], ProcessHook> | undefined
  /**
   * Advances the store's clock by a number of seconds. Without this hook the checks wait in real
   * time.
   */
  readonly pass?: Hook<[seconds: number, port: Port], void | Promise<void>> | undefined
  /**
   * Changes the store's wall clock by a number of seconds. Leases and timeouts must not advance.
   */
  readonly stepClock?: Hook<[seconds: number, port: Port], void> | undefined
  /** Timeout of each check in seconds. Default: 10. */
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

/** Context of one check: the store and helper methods. */
export class Bench<Port> {
  readonly port: Port
  readonly hooks: StoreHooks<Port>
  /** Aborted at the timeout of the check. */
  readonly signal: AbortSignal

  constructor(hooks: StoreHooks<Port>, port: Port, signal: AbortSignal) {
    this.hooks = hooks
    this.port = port
    this.signal = signal
  }

  /**
   * Starts `count` processes that open the data of the store, and passes the processes to `run`.
   */
  async race(count: number, run: (competitors: readonly Competitor[]) => Promise<void>): Promise<void> {
    const hook = this.hooks.processes?.(this.port)
    assert.ok(hook, 'The hook "processes" is missing.')
    await race(hook, { count, signal: this.signal }, run)
  }

  /** Advances the store's clock, or waits in real time without the hook `pass`. */
  async pass(seconds: number): Promise<void> {
    await (this.hooks.pass ? this.hooks.pass(seconds, this.port) : sleep(seconds * 1000))
  }

  /** Changes the store's wall clock. Requires the hook `stepClock`. */
  stepClock(seconds: number): void {
    this.hooks.stepClock?.(seconds, this.port)
  }

  /** Opens the data of the store again. Returns the same store without the hook `reopen`. */
  async reopened(): Promise<Port> {
    return this.hooks.reopen ? this.hooks.reopen(this.port) : this.port
  }
}

/** A check that is not yet bound to a store. */
export interface StoreCheckDefinition<Port> {
  readonly name: string
  /** Hook that the check requires. Without the hook the check is skipped. */
  readonly needs?: 'reopen' | 'processes' | 'stepClock'
  readonly run: (bench: Bench<Port>) => Promise<void>
}

/** All checks of one store interface, such as `Locks`, for one store. */
export class StoreChecks<Port> implements Iterable<StoreCheck> {
  readonly #definitions: readonly StoreCheckDefinition<Port>[]
  readonly #hooks: StoreHooks<Port>

  /**
   * @throws ConfigError for an unknown hook name, because checks would be skipped without notice.
   */
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

/** Runs `work`, and rejects if `work` takes longer than `seconds`. */
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
  // A rejection of `work` after the timeout must not be reported as unhandled.
  working.catch(() => {})
  try {
    await Promise.race([working, hangs.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** Asserts that a store returns null, not undefined, for a missing value. */
export function mustBeNull(value: unknown, call: string): void {
  assert.ok(value !== undefined, `${call} must return null, not undefined, if nothing is stored.`)
  assert.equal(value, null, `${call} must return null if nothing is stored.`)
}

/** Calls `work` `count` times concurrently, and returns all results. */
export function inParallel<T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_nothing, index) => work(index)))
}

/** Asserts that the call rejects. `what` is the failure message. */
export async function mustBeRefused(work: () => Promise<unknown>, what: string): Promise<void> {
  const refused = await work().then(
    () => false,
    () => true,
  )
  assert.ok(refused, what)
}
