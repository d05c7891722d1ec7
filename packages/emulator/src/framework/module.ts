import type { EmulatorClock } from './clock.js'
import type { Operations } from './control/operations.js'
import type { Effects } from './effects.js'
import type { FieldReports } from './faults/field-report.js'
import type { Handler } from './router.js'
import type { Seed } from './seed.js'

/** Values that the emulator passes to a network module when it opens the network. */
export interface ModuleSetup {
  /**
   * Origin of the network, for example `http://127.0.0.1:4100`. The URLs in the network's
   * responses start with the origin.
   */
  readonly origin: string
  readonly clock: EmulatorClock
  readonly seed: Seed
  /** Records visible effects of requests. */
  readonly effects: Effects
  /** Sends webhook requests. Default: sends them over HTTP. */
  readonly carryPush?: ((request: Request) => Promise<Response>) | undefined
}

/** Running network. Its state is accessible only through these functions. */
export interface OpenModule<O extends Operations = Operations> {
  readonly handler: Handler
  /** Control operations of the network. */
  readonly operations: O
  /**
   * Returns the account of a request, from the URL and headers only. Returns null if these do not
   * identify an account. The log uses the account, as do faults for one account.
   */
  readonly accountOf?: ((request: Request) => string | null) | undefined
  /** Cancels the network's timers and pending webhook requests. */
  readonly close?: (() => void) | undefined
}

/** Network that the emulator can run. */
export interface NetworkModule<
  N extends string = string,
  O extends Operations = Operations,
  A extends string = string,
> {
  /** Name of the network, for example `google_business`. */
  readonly name: N
  /** Returns the base URLs that a client uses instead of the real network's base URLs. */
  addresses(origin: string): Readonly<Record<A, string>>
  /** Failures that were seen on the live network, by id. `faults.addReport(id)` reproduces one. */
  readonly fieldReports?: FieldReports | undefined
  /** Opens the network: creates its state, handler and operations. */
  open(setup: ModuleSetup): OpenModule<O>
}

/** Returns the module unchanged, with inferred types of its name, operations and addresses. */
export function defineNetwork<const N extends string, O extends Operations, A extends string>(
  module: NetworkModule<N, O, A>,
): NetworkModule<N, O, A> {
  return module
}
