import { assertText, assertWhole, wrongArgument } from './framework/arguments.js'
import { type EmulatorClock, SettableClock } from './framework/clock.js'
import { ControlError, type ControlOf } from './framework/control/operations.js'
import type { Effect } from './framework/effects.js'
import { EmulatedNetwork } from './framework/emulated-network.js'
import type { FaultHandle } from './framework/faults/fault-types.js'
import type { Faults } from './framework/faults/faults.js'
import type { RequestRecord } from './framework/log/request-log.js'
import type { NetworkModule } from './framework/module.js'
import { AFTER_RESPONSE, type AfterResponse, type LoopbackServer, serve } from './framework/server.js'
import { refuseUnknownNames } from './framework/settings-names.js'
import {
  type AllNetworks,
  loadNetwork,
  type NetworkName,
  type NetworkNamed,
  networkNames,
} from './networks.js'

type NameOf<M> = M extends NetworkModule<infer N> ? N : never
type ModuleOf<M, N> = M extends { readonly name: infer X } ? (X extends N ? M : never) : never
type ControlOfModule<M> = M extends NetworkModule<string, infer O> ? ControlOf<O> : never
type AddressesOf<M> = M extends NetworkModule ? ReturnType<M['addresses']> : never
type ModuleIn<E> = E extends NetworkName ? NetworkNamed<E> : E extends NetworkModule ? E : never

/** How an emulator starts. */
export interface EmulatorOptions<
  E extends readonly (NetworkModule | NetworkName)[],
  C extends EmulatorClock,
> {
  /**
   * The networks, each on a port of its own: a name for one as it usually is, or a module that was set up. Only these are
   * loaded. All there are unless given.
   */
  readonly networks?: E | undefined
  /** The port of the first network; the others take the following ones. Free ports unless given. */
  readonly port?: number | undefined
  /** What the time is; a clock that can be moved unless given. */
  readonly clock?: C | undefined
  /** Makes different tokens and codes; the same seed makes the same ones. */
  readonly seed?: string | undefined
  /** How many requests the log of each network keeps; 2,000 unless given. */
  readonly keepRequests?: number | undefined
  /**
   * What becomes of a connection after a response: it is kept open (`KEPT`, the default), closed with an announcement
   * (`CLOSED`), or closed without one (`CLOSED_UNANNOUNCED`).
   */
  readonly afterResponse?: AfterResponse | undefined
}

/** Names of all options. */
const OPTIONS = {
  networks: true,
  port: true,
  clock: true,
  seed: true,
  keepRequests: true,
  afterResponse: true,
} satisfies Record<keyof EmulatorOptions<readonly [], EmulatorClock>, true>

/** Networks that run on this machine. */
export interface Emulator<
  M extends readonly NetworkModule[] = AllNetworks,
  C extends EmulatorClock = SettableClock,
> {
  /** The time everywhere here. */
  readonly clock: C
  /** What can be made to happen, network by network. */
  readonly control: { readonly [N in NameOf<M[number]>]: ControlOfModule<ModuleOf<M[number], N>> }
  /** `127.0.0.1:4100`. */
  host(network: NameOf<M[number]>): string
  /** `http://127.0.0.1:4100`. */
  url(network: NameOf<M[number]>): string
  /** The base addresses to give a client instead of the network's real ones. */
  addresses<N extends NameOf<M[number]>>(network: N): AddressesOf<ModuleOf<M[number], N>>
  /** What goes wrong there. */
  faults(network: NameOf<M[number]>): Pick<Faults, 'add' | 'clear'> & { list(): readonly FaultHandle[] }
  /** What came in there, oldest first. */
  requests(network: NameOf<M[number]>): readonly RequestRecord[]
  /** How many requests each route had: `{ 'POST /api/v1/statuses': 2 }`. */
  counts(network: NameOf<M[number]>): Readonly<Record<string, number>>
  /** What requests made there that people can see, oldest first. */
  effects(network: NameOf<M[number]>): readonly Effect[]
  /** Calls `listener` with everything visible that requests make from now on, anywhere. @returns Ends that. */
  watchEffects(listener: (effect: Effect) => void): () => void
  /** Forgets what was made, at all networks. */
  clearEffects(): void
  /** Forgets the requests of all networks. */
  clearRequests(): void
  /** Stops everything at once. */
  close(): Promise<void>
}

interface Served {
  readonly module: NetworkModule
  readonly network: EmulatedNetwork
  readonly server: LoopbackServer
}

/**
 * Starts networks on loopback, each as an origin of its own.
 *
 * @example
 * const emulator = await startEmulator({ networks: ['mastodon'] })
 * const host = emulator.host('mastodon')
 */
export async function startEmulator<
  const E extends readonly (NetworkModule | NetworkName)[] = AllNetworks,
  C extends EmulatorClock = SettableClock,
>(options: EmulatorOptions<E, C> = {}): Promise<Emulator<readonly ModuleIn<E[number]>[], C>> {
  refuseUnknownNames(options, Object.keys(OPTIONS), 'startEmulator')
  if (options.networks !== undefined && !Array.isArray(options.networks))
    throw wrongArgument('startEmulator: networks', 'a list of names or modules', options.networks)
  if (options.port !== undefined) assertWhole(options.port, 'startEmulator: port', { min: 0, max: 65_535 })
  const { afterResponse = 'KEPT' } = options
  if (!AFTER_RESPONSE.includes(afterResponse))
    throw wrongArgument('startEmulator: afterResponse', `one of ${AFTER_RESPONSE.join(', ')}`, afterResponse)
  const clock = options.clock ?? new SettableClock()
  const served = new Map<string, Served>()
  const wanted: readonly (NetworkModule | NetworkName)[] = options.networks ?? networkNames()
  const modules = await Promise.all(
    wanted.map(async (one): Promise<NetworkModule> => (typeof one === 'string' ? loadNetwork(one) : one)),
  )
  try {
    for (const [index, module] of modules.entries()) {
      let network: EmulatedNetwork | undefined
      const server = await serve(
        (origin) => {
          const opened = new EmulatedNetwork(module, { ...options, origin, clock })
          network = opened
          return (request) => opened.exchange(request)
        },
        {
          port: options.port === undefined || options.port === 0 ? 0 : options.port + index,
          afterResponse,
        },
      )
      if (network !== undefined) served.set(module.name, { module, network, server })
    }
  } catch (error) {
    // A port that is taken: those that were opened before it are given back.
    await Promise.all([...served.values()].map(({ server }) => server.close()))
    for (const { network } of served.values()) network.close()
    throw error
  }
  const of = (name: string): Served => {
    assertText(name, 'The name of a network')
    const found = served.get(name)
    if (found === undefined)
      throw new ControlError(`The emulator runs no "${name}". It runs: ${[...served.keys()].join(', ')}.`)
    return found
  }
  const emulator = {
    clock,
    control: Object.fromEntries([...served].map(([name, { network }]) => [name, network.control])),
    host: (name: string) => `127.0.0.1:${of(name).server.port}`,
    url: (name: string) => of(name).network.origin,
    addresses: (name: string) => of(name).module.addresses(of(name).network.origin),
    faults: (name: string) => of(name).network.faults,
    requests: (name: string) => of(name).network.log.list(),
    counts: (name: string) => of(name).network.log.counts(),
    effects: (name: string) => of(name).network.effects.list(),
    watchEffects: (listener: (effect: Effect) => void) => {
      const ends = [...served.values()].map(({ network }) => network.effects.watch(listener))
      return () => {
        for (const end of ends) end()
      }
    },
    clearEffects: () => {
      for (const { network } of served.values()) network.effects.clear()
    },
    clearRequests: () => {
      for (const { network } of served.values()) network.log.clear()
    },
    close: async () => {
      await Promise.all([...served.values()].map(({ server }) => server.close()))
      for (const { network } of served.values()) network.close()
    },
  }
  return emulator as unknown as Emulator<readonly ModuleIn<E[number]>[], C> // names and types come from the same list of modules
}
