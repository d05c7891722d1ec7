export { shardOf } from './shard-of.js'
export { ShardedPoller } from './sharded-poller.js'
export type {
  AccountShardsOptions,
  OwnPollShardsOptions,
  ShardedPollerOptions,
  ShardListing,
  ShardsChange,
  ShardSettings,
} from './sharded-options.js'
export type { SharedBudgetOptions } from './shared-budget.js'
