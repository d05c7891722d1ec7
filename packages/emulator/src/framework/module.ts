import type { EmulatorClock } from './clock.js'
import type { Operations } from './control/operations.js'
import type { Effects } from './effects.js'
import type { Handler } from './router.js'
import type { Seed } from './seed.js'

/** What a network is given when it opens. */
export interface ModuleSetup {
  /** Where it is served: `http://127.0.0.1:4100`. Addresses it hands out begin with this. */
  readonly origin: string
  readonly clock: EmulatorClock
  readonly seed: Seed
  /** Where it writes down what requests made that people can see. */
  readonly effects: Effects
  /** Takes what it pushes to where it is sent; over HTTP where it is left out. */
  readonly carryPush?: ((request: Request) => Promise<Response>) | undefined
}

/** A network that is open. Its state lives in these two and nowhere else. */
export interface OpenModule<O extends Operations = Operations> {
  readonly handler: Handler
  /** What can be made to happen there. */
  readonly operations: O
  /**
   * Whose request it is, told from its address and headers alone; null when they do not show it. Faults may be meant for
   * one account, and the log shows it. Left out, no request shows it.
   */
  readonly accountOf?: ((request: Request) => string | null) | undefined
  /** Takes back what it had planned for later: timers, pushes. */
  readonly close?: (() => void) | undefined
}

/** A network the emulator can imitate. */
export interface NetworkModule<
  N extends string = string,
  O extends Operations = Operations,
  A extends string = string,
> {
  /** The registered name: `google_business`. */
  readonly name: N
  /** The base addresses a client is given instead of the real ones. */
  addresses(origin: string): Readonly<Record<A, string>>
  /** Opens it: makes the state, and the handler and the operations around it. */
  open(setup: ModuleSetup): OpenModule<O>
}

/** Gives a module back with the types of its own name, operations and addresses. */
export function defineNetwork<const N extends string, O extends Operations, A extends string>(
  module: NetworkModule<N, O, A>,
): NetworkModule<N, O, A> {
  return module
}
