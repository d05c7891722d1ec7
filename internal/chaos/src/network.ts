import type { AnyAccount, AppCredentials, Connection } from '@social/core'
import type { Platform } from '@social/core/platform'
import type { EffectKind, EmulatedNetwork, EmulatorClock } from '@social/emulator'

import type { Stores } from './stores.js'

/** What a try of an operation is given. */
export interface TryOptions {
  readonly idempotencyKey?: string
  readonly signal: AbortSignal
}

/** An emulated network, opened for one run, with somebody signed in. */
export interface Opened {
  readonly network: EmulatedNetwork
  readonly connection: Connection
  /** Null where the network needs none. */
  readonly app: AppCredentials | null
  /** The platforms of a new worker: nothing is shared with another. */
  makePlatforms(): Readonly<Record<string, Platform>>
  /** Puts other stores in the place of those in memory: broken ones, to see that they are noticed. */
  readonly changeStores?: (stores: Stores) => Stores
  /** What is tried. */
  readonly operation: Operation
}

/** Something that makes exactly one thing people can see. */
export interface Operation {
  /** What counts: two of these under one key are a double. */
  readonly makes: readonly EffectKind[]
  /** Does it. @returns The id the caller is told; null where the operation tells none. */
  run(account: AnyAccount, options: TryOptions): Promise<string | null>
}

/** One network in the suite. */
export interface ChaosNetwork {
  readonly name: string
  /** Names of its operations. */
  readonly operations: readonly string[]
  /** Opens it afresh for one operation: two runs know nothing of each other. */
  readonly open: (clock: EmulatorClock, operation: string) => Opened
  /** Seconds after which an upload session, a container or a file that was uploaded has ended. */
  readonly sessionSeconds: number
  /** Seconds after which the network's own key, where it has one, makes a repeat harmless no more. */
  readonly repeatableSeconds: number
}

/** What an entry of a network is written as: everything but what follows from the names of its operations. */
export interface ChaosNetworkInit extends Omit<ChaosNetwork, 'operations' | 'open'> {
  readonly operations: Readonly<Record<string, Operation>>
  readonly open: (clock: EmulatorClock) => Omit<Opened, 'operation'>
}

/** Makes an entry of the suite. */
export function chaosNetwork({ operations, open, ...rest }: ChaosNetworkInit): ChaosNetwork {
  return {
    ...rest,
    operations: Object.keys(operations),
    open: (clock, name) => {
      const operation = operations[name]
      if (operation === undefined)
        throw new Error(
          `${rest.name} has no operation "${name}". It has: ${Object.keys(operations).join(', ')}.`,
        )
      return { ...open(clock), operation }
    },
  }
}
