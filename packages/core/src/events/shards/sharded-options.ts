import type { PublishJournal } from '../../contract/index.js'
import { ConfigError } from '../../errors/index.js'
import { refuseUnknownNames } from '../../models/values/unknown-names.js'
import { checkPace, checkSeconds } from '../polling/poller-options.js'
import {
  type AccountPoolOptions,
  type OwnPollPoolOptions,
  POOL_OPTION_NAMES,
  type PooledOptions,
} from '../pool/pool-options.js'
import { checkShards, SHARDS } from './shard-of.js'
import type { SharedBudgetOptions } from './shared-budget.js'

/** What a worker asks the application for: the connections of some shards. */
export interface ShardListing {
  /** The shards wanted. Ids of other shards are left aside, so giving all is right too, and only slower. */
  readonly shards: readonly number[]
  /** Fires when the worker stops, or the listing took too long. */
  readonly signal: AbortSignal
}

/** Tells of shards that this worker took over, gave up or lost. */
export interface ShardsChange {
  /** How many workers there are. */
  readonly workers: number
  /** How many shards this one polls now. */
  readonly held: number
  readonly taken: readonly number[]
  /** Given up because others have fewer, or because this worker stops. */
  readonly abandoned: readonly number[]
  /** Lost because this worker could not say in time that it is alive. */
  readonly lost: readonly number[]
}

/** What sharded polling takes beside what every pool takes. */
export interface ShardSettings {
  /** Workers of the same name share the work. One for each network that has a budget. */
  readonly name: string
  /** Where the workers meet: the journal of a store that all of them have. A few kilobytes, whatever is polled. */
  readonly journal: PublishJournal
  /** Lists the ids of some shards: read as it goes, so page by page from a database. */
  readonly connections: (
    listing: ShardListing,
  ) => Iterable<string> | AsyncIterable<string> | Promise<Iterable<string>>
  /** Pace and cost of one connection; what the poller was given, and 1 unit, unless given. */
  readonly connectionOptions?: ((id: string) => Pick<PooledOptions, 'everySeconds' | 'cost'>) | undefined
  /** How many shards there are, the same for all workers; 256 unless given. */
  readonly shards?: number | undefined
  /** Polls at once in each shard; 20 unless given. */
  readonly concurrency?: number | undefined
  /** What all workers together may spend. */
  readonly budget?: SharedBudgetOptions | undefined
  /** Seconds after which a worker that says nothing has lost its shards; 20 unless given. It says so four times as often. */
  readonly leaseSeconds?: number | undefined
  /** Seconds after which the connections are listed anew; 300 unless given. */
  readonly refreshSeconds?: number | undefined
  /** Told when shards come and go. */
  readonly onShards?: ((change: ShardsChange) => unknown) | undefined
  /** Told of each failed poll; of a failed turn or listing with null. All are tried again. A process warning unless given. */
  readonly onError?: ((error: unknown, id: string | null) => unknown) | undefined
}

type FromPool = 'concurrency' | 'budget' | 'onError'

/** Follows accounts, many workers sharing them. */
export interface AccountShardsOptions extends Omit<AccountPoolOptions, FromPool>, ShardSettings {}

/** Polls with a function of your own, many workers sharing the connections. */
export interface OwnPollShardsOptions extends Omit<OwnPollPoolOptions, FromPool>, ShardSettings {}

/** What sharded polling is made from: accounts, or a function of your own. */
export type ShardedPollerOptions = AccountShardsOptions | OwnPollShardsOptions

const OPTION_NAMES = [
  ...POOL_OPTION_NAMES,
  ...Object.keys({
    name: true,
    journal: true,
    connections: true,
    connectionOptions: true,
    shards: true,
    leaseSeconds: true,
    refreshSeconds: true,
    onShards: true,
  } satisfies Record<Exclude<keyof ShardSettings, FromPool>, true>),
]

/** Seconds of the shortest lease: below that a worker would be taken for dead while it collects garbage. */
const MIN_LEASE_SECONDS = 1
/** Seconds of the longest lease: above that a worker that died would not be replaced within a minute. */
const MAX_LEASE_SECONDS = 30

/** Settings with everything that was left out filled in. */
export interface ShardedSettings {
  readonly shards: number
  readonly leaseSeconds: number
  readonly refreshSeconds: number
  readonly everySeconds: number
}

/** @throws ConfigError for an option that does not exist, is missing, or makes no sense. */
export function readShardedOptions(options: ShardedPollerOptions): ShardedSettings {
  if (typeof options !== 'object' || options === null)
    throw new ConfigError(
      'new ShardedPoller takes an object: { name, journal, connections, account, markers, dispatcher }.',
    )
  refuseUnknownNames(options, OPTION_NAMES, 'ShardedPoller')
  const { shards = SHARDS, leaseSeconds = 20, refreshSeconds = 300, everySeconds = 60 } = options
  if (typeof options.name !== 'string' || options.name === '' || options.name.length > 200)
    throw new ConfigError('ShardedPoller needs a name of at most 200 characters, the same for all workers.')
  if (typeof options.journal?.open !== 'function')
    throw new ConfigError('ShardedPoller needs the journal of a store that all workers share.')
  if (typeof options.connections !== 'function')
    throw new ConfigError('ShardedPoller needs connections: a function that lists the ids of some shards.')
  checkShards(shards)
  checkPace(everySeconds, options.jitter ?? 0)
  checkSeconds('refreshSeconds', refreshSeconds)
  if (!(leaseSeconds >= MIN_LEASE_SECONDS && leaseSeconds <= MAX_LEASE_SECONDS))
    throw new ConfigError(`leaseSeconds must be a number from ${MIN_LEASE_SECONDS} to ${MAX_LEASE_SECONDS}.`)
  return { shards, leaseSeconds, refreshSeconds, everySeconds }
}
