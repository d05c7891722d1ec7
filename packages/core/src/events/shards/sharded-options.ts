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

/** Argument of `connections`: the shards whose ids are requested. */
export interface ShardListing {
  /** The requested shards. Ids of other shards are ignored, so listing all ids is correct, but slower. */
  readonly shards: readonly number[]
  /** Aborted when the worker stops, or when the listing takes too long. */
  readonly signal: AbortSignal
}

/** Shards that this worker has taken, given up or lost. */
export interface ShardsChange {
  /** Number of workers. */
  readonly workers: number
  /** Number of shards that this worker polls now. */
  readonly held: number
  readonly taken: readonly number[]
  /** Given up because other workers have fewer, or because this worker stops. */
  readonly abandoned: readonly number[]
  /** Lost because this worker did not extend its lease in time. */
  readonly lost: readonly number[]
}

/** Options of sharded polling, in addition to those of every pool. */
export interface ShardSettings {
  /** Workers with the same name share the work. Use one name for each network with a budget. */
  readonly name: string
  /** Journal of a store that all workers share. It coordinates them with a few kilobytes of data. */
  readonly journal: PublishJournal
  /** Lists the ids of some shards. They are read one by one, so the listing can page through a database. */
  readonly connections: (
    listing: ShardListing,
  ) => Iterable<string> | AsyncIterable<string> | Promise<Iterable<string>>
  /** Interval and cost of one connection. Default: the poller's interval, and 1 unit. */
  readonly connectionOptions?: ((id: string) => Pick<PooledOptions, 'everySeconds' | 'cost'>) | undefined
  /** Number of shards, the same for all workers. Default: 256. */
  readonly shards?: number | undefined
  /** Maximum number of concurrent polls in each shard. Default: 20. */
  readonly concurrency?: number | undefined
  /** Budget of all workers together. */
  readonly budget?: SharedBudgetOptions | undefined
  /** Lease of a worker's shards in seconds. Default: 20. The worker extends it four times per lease. */
  readonly leaseSeconds?: number | undefined
  /** Seconds between two listings of the connections. Default: 300. */
  readonly refreshSeconds?: number | undefined
  /** Called when shards were taken, given up or lost. */
  readonly onShards?: ((change: ShardsChange) => unknown) | undefined
  /** Called for each failed poll, and with a null id for a failed turn or listing. All are tried again. Default: a process warning. */
  readonly onError?: ((error: unknown, id: string | null) => unknown) | undefined
}

type FromPool = 'concurrency' | 'budget' | 'onError'

/** Follows accounts, shared by many workers. */
export interface AccountShardsOptions extends Omit<AccountPoolOptions, FromPool>, ShardSettings {}

/** Polls with a custom function, shared by many workers. */
export interface OwnPollShardsOptions extends Omit<OwnPollPoolOptions, FromPool>, ShardSettings {}

/** Options of sharded polling: with accounts, or with a custom function. */
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

/** Minimum lease in seconds: with less, a garbage collection would make a live worker appear dead. */
const MIN_LEASE_SECONDS = 1
/** Maximum lease in seconds: with more, a dead worker would not be replaced within a minute. */
const MAX_LEASE_SECONDS = 30

/** Settings with all defaults filled in. */
export interface ShardedSettings {
  readonly shards: number
  readonly leaseSeconds: number
  readonly refreshSeconds: number
  readonly everySeconds: number
}

/** @throws ConfigError for an unknown, missing or invalid option. */
export function readShardedOptions(options: ShardedPollerOptions): ShardedSettings {
  if (typeof options !== 'object' || options === null)
    throw new ConfigError(
      'new ShardedPoller requires an object: { name, journal, connections, account, markers, dispatcher }.',
    )
  refuseUnknownNames(options, OPTION_NAMES, 'ShardedPoller')
  const { shards = SHARDS, leaseSeconds = 20, refreshSeconds = 300, everySeconds = 60 } = options
  if (typeof options.name !== 'string' || options.name === '' || options.name.length > 200)
    throw new ConfigError(
      'ShardedPoller requires a name of at most 200 characters, the same for all workers.',
    )
  if (typeof options.journal?.open !== 'function')
    throw new ConfigError('ShardedPoller requires the journal of a store that all workers share.')
  if (typeof options.connections !== 'function')
    throw new ConfigError('ShardedPoller requires connections: a function that lists the ids of some shards.')
  checkShards(shards)
  checkPace(everySeconds, options.jitter ?? 0)
  checkSeconds('refreshSeconds', refreshSeconds)
  if (!(leaseSeconds >= MIN_LEASE_SECONDS && leaseSeconds <= MAX_LEASE_SECONDS))
    throw new ConfigError(`leaseSeconds must be a number from ${MIN_LEASE_SECONDS} to ${MAX_LEASE_SECONDS}.`)
  return { shards, leaseSeconds, refreshSeconds, everySeconds }
}
