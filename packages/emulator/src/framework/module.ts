import type { EmulatorClock } from './clock.js'
import type { Operations } from './control/operations.js'
import type { Effects } from './effects.js'
import type { Handler } from './router.js'
import type { Seed } from './seed.js'

/** Environment of a network module. */
export interface ModuleSetup {
  /** Origin of the network: `http://127.0.0.1:4100`. The URLs that it returns start with this. */
  readonly origin: string
  readonly clock: EmulatorClock
  readonly seed: Seed
  /** Records visible effects of requests. */
  readonly effects: Effects
  /** Delivers webhook requests. Default: HTTP. */
  readonly carryPush?: ((request: Request) => Promise<Response>) | undefined
}

/** An open network. Only these functions hold its state. */
export interface OpenModule<O extends Operations = Operations> {
  readonly handler: Handler
  /** Operations of the network. */
  readonly operations: O
  /**
   * Account of a request, from its URL and headers only. Null if they do not contain it. Used by faults for one
   * account and by the log. Optional.
   */
  readonly accountOf?: ((request: Request) => string | null) | undefined
  /** Cancels planned timers and webhook requests. */
  readonly close?: (() => void) | undefined
}

/** A network that the emulator can imitate. */
export interface NetworkModule<
  N extends string = string,
  O extends Operations = Operations,
  A extends string = string,
> {
  /** The registered name: `google_business`. */
  readonly name: N
  /** Base URLs for a client, instead of the real ones. */
  addresses(origin: string): Readonly<Record<A, string>>
  /** Opens the network: creates its state, handler and operations. */
  open(setup: ModuleSetup): OpenModule<O>
}

/** Returns the module with the types of its name, operations and addresses. */
export function defineNetwork<const N extends string, O extends Operations, A extends string>(
  module: NetworkModule<N, O, A>,
): NetworkModule<N, O, A> {
  return module
}
