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

/** Options of `startEmulator()`. */
export interface EmulatorOptions<
  E extends readonly (NetworkModule | NetworkName)[],
  C extends EmulatorClock,
> {
  /**
   * Networks to start, each on its own port. An entry is the name of a network with default
   * settings, or a configured module. The emulator loads only these networks. Default: all
   * networks.
   */
  readonly networks?: E | undefined
  /**
   * Port of the first network, 0 to 65535. The other networks use the following ports. Default: 0,
   * which selects a free port for each network.
   */
  readonly port?: number | undefined
  /** Clock of all networks. Default: a `SettableClock`, which tests can move. */
  readonly clock?: C | undefined
  /**
   * Seed for the generated tokens and codes. Emulators with equal seeds generate equal tokens and
   * codes.
   */
  readonly seed?: string | undefined
  /** Number of requests kept in the log of each network. Default: 2,000. */
  readonly keepRequests?: number | undefined
  /**
   * Connection handling after a response. `KEPT` (default) keeps the connection open. `CLOSED`
   * closes the connection and announces this in the response. `CLOSED_UNANNOUNCED` closes the
   * connection without an announcement.
   */
  readonly afterResponse?: AfterResponse | undefined
  /**
   * Ids of field reports, for example `['F-TH-03']`. The emulated networks then fail from the
   * start as the live network did in the report.
   */
  readonly faults?: readonly string[] | undefined
}

/** Adds field reports by id, each at the network that it belongs to. */
function addReports(networks: readonly EmulatedNetwork[], ids: readonly string[]): void {
  for (const id of ids) {
    const owner = networks.find(({ faults }) => Object.hasOwn(faults.reports, id))
    if (owner === undefined)
      throw new ControlError(
        `startEmulator: faults: no network of this emulator has the field report "${id}". The reports are listed in docs/field-reports.md.`,
      )
    owner.faults.addReport(id)
  }
}

/** Lists the names of all options, to refuse unknown names. */
const OPTIONS = {
  networks: true,
  port: true,
  clock: true,
  seed: true,
  keepRequests: true,
  afterResponse: true,
  faults: true,
} satisfies Record<keyof EmulatorOptions<readonly [], EmulatorClock>, true>

/** Running emulated networks, each on its own port of 127.0.0.1. */
export interface Emulator<
  M extends readonly NetworkModule[] = AllNetworks,
  C extends EmulatorClock = SettableClock,
> {
  /** Clock of all networks. */
  readonly clock: C
  /** Control operations of each network, by network name. */
  readonly control: { readonly [N in NameOf<M[number]>]: ControlOfModule<ModuleOf<M[number], N>> }
  /** Returns the host with the port, for example `127.0.0.1:4100`. */
  host(network: NameOf<M[number]>): string
  /** Returns the base URL, for example `http://127.0.0.1:4100`. */
  url(network: NameOf<M[number]>): string
  /** Returns the base URLs that a client uses instead of the real network's base URLs. */
  addresses<N extends NameOf<M[number]>>(network: N): AddressesOf<ModuleOf<M[number], N>>
  /** Returns the fault list of a network, to add and clear faults. */
  faults(
    network: NameOf<M[number]>,
  ): Pick<Faults, 'add' | 'addReport' | 'clear' | 'reports'> & { list(): readonly FaultHandle[] }
  /** Returns the received requests of a network, oldest first. */
  requests(network: NameOf<M[number]>): readonly RequestRecord[]
  /**
   * Returns the number of requests for each route of a network: `{ 'POST /api/v1/statuses': 2 }`.
   */
  counts(network: NameOf<M[number]>): Readonly<Record<string, number>>
  /** Returns the visible effects of the requests to a network, oldest first. */
  effects(network: NameOf<M[number]>): readonly Effect[]
  /**
   * Calls `listener` with every new visible effect on any network.
   *
   * @returns Function that removes the listener.
   */
  watchEffects(listener: (effect: Effect) => void): () => void
  /** Removes the recorded effects of all networks. */
  clearEffects(): void
  /** Removes the logged requests of all networks. */
  clearRequests(): void
  /** Closes the servers of all networks and stops the networks. */
  close(): Promise<void>
}

interface Served {
  readonly module: NetworkModule
  readonly network: EmulatedNetwork
  readonly server: LoopbackServer
}

/**
 * Starts emulated networks on loopback, each with its own origin.
 *
 * @throws ControlError for an unknown network name.
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
  if (options.faults !== undefined && !Array.isArray(options.faults))
    throw wrongArgument('startEmulator: faults', 'a list of ids of field reports', options.faults)
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
    addReports(
      [...served.values()].map(({ network }) => network),
      options.faults ?? [],
    )
  } catch (error) {
    // If starting a network fails, for example because a port is in use, the servers that already
    // started are closed.
    await Promise.all([...served.values()].map(({ server }) => server.close()))
    for (const { network } of served.values()) network.close()
    throw error
  }
  const of = (name: string): Served => {
    assertText(name, 'The name of a network')
    const found = served.get(name)
    if (found === undefined)
      throw new ControlError(
        `The emulator does not run "${name}". Running networks: ${[...served.keys()].join(', ')}.`,
      )
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
  return emulator as unknown as Emulator<readonly ModuleIn<E[number]>[], C> // safe cast: `served` contains exactly the modules that the type lists
}
