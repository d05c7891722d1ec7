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

/** Argument of `connections`: the shards to list. */
export interface ShardListing {
  /**
   * Shards whose connections are requested. Ids of other shards are ignored, so a listing may
   * return all ids, which is slower.
   */
  readonly shards: readonly number[]
  /** Aborted when the worker stops, and when the listing has ended or reached its timeout. */
  readonly signal: AbortSignal
}

/** Argument of `onShards`: the shards that this worker has taken, given up or lost. */
export interface ShardsChange {
  /** Number of workers that share the connections, including this worker. */
  readonly workers: number
  /** Number of shards that this worker polls now. */
  readonly held: number
  readonly taken: readonly number[]
  /** Shards given up because another worker has fewer shards, or because this worker stops. */
  readonly abandoned: readonly number[]
  /** Shards lost because this worker did not extend its lease in time. */
  readonly lost: readonly number[]
}

/** Options of a sharded poller, in addition to those of a pool. */
export interface ShardSettings {
  /**
   * Workers with the same name share one list of connections. With a budget, use one name for each
   * network, because networks have separate limits.
   */
  readonly name: string
  /**
   * Journal of a store that all workers share. The workers coordinate through a few kilobytes of
   * data in this journal.
   */
  readonly journal: PublishJournal
  /**
   * Returns the connection ids of the requested shards. The ids are read one by one, so the
   * listing can load them from a database page by page.
   */
  readonly connections: (
    listing: ShardListing,
  ) => Iterable<string> | AsyncIterable<string> | Promise<Iterable<string>>
  /**
   * Returns the interval and the cost of one connection. Default: the poller's interval, and 1
   * unit.
   */
  readonly connectionOptions?: ((id: string) => Pick<PooledOptions, 'everySeconds' | 'cost'>) | undefined
  /** Number of shards, the same for all workers. Default: 256. */
  readonly shards?: number | undefined
  /** Maximum number of polls that run at the same time in each shard. Default: 20. */
  readonly concurrency?: number | undefined
  /** Budget that all workers share for the cost of their polls. */
  readonly budget?: SharedBudgetOptions | undefined
  /**
   * Lease of a worker's shards in seconds, which the worker extends four times per lease. If a
   * worker dies, other workers take over its shards after this time and one more turn. Default:
   * 20.
   */
  readonly leaseSeconds?: number | undefined
  /** Seconds between two listings of all connections. Default: 300. */
  readonly refreshSeconds?: number | undefined
  /** Called when this worker has taken, given up or lost shards. */
  readonly onShards?: ((change: ShardsChange) => unknown) | undefined
  /**
   * Called for each failure, which is then tried again. `id` is the connection of a failed poll,
   * or null for a failed listing or a failed update of the roster. Default: a process warning.
   */
  readonly onError?: ((error: unknown, id: string | null) => unknown) | undefined
}

type FromPool = 'concurrency' | 'budget' | 'onError'

/** Options of a sharded poller that follows accounts. */
export interface AccountShardsOptions extends Omit<AccountPoolOptions, FromPool>, ShardSettings {}

/** Options of a sharded poller with a custom poll function. */
export interface OwnPollShardsOptions extends Omit<OwnPollPoolOptions, FromPool>, ShardSettings {}

/** Options of a sharded poller. Give either `account` or `poll`. */
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

/**
 * Minimum lease in seconds. With a shorter lease, a pause for garbage collection would make a live
 * worker appear dead.
 */
const MIN_LEASE_SECONDS = 1
/**
 * Maximum lease in seconds. With a longer lease, replacing a dead worker would take more than a
 * minute.
 */
const MAX_LEASE_SECONDS = 30

/** Checked numbers of the options, with defaults for missing ones. */
export interface ShardedSettings {
  readonly shards: number
  readonly leaseSeconds: number
  readonly refreshSeconds: number
  readonly everySeconds: number
}

/**
 * Checks the options of a sharded poller. @throws ConfigError for an unknown, missing or invalid
 * option.
 */
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
