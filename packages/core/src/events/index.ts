export type { CostBudgetOptions } from './cost-budget.js'
export { Dispatcher, type DispatcherOptions, type UpdateHandler } from './dispatcher.js'
export type { HandlerContext } from './handler-run.js'
export { InMemoryMarkers, type InMemoryMarkersOptions } from './in-memory-markers.js'
export { InMemorySeenUpdates, type InMemorySeenUpdatesOptions } from './in-memory-seen.js'
export { Follower, type FollowerOptions } from './follower.js'
export type { PollContext } from './poll-context.js'
export type {
  AccountListenedTo,
  AccountPolledByMarker,
  AccountPolledByTime,
  FollowingParts,
  ListenContext,
  PolledAccount,
  UpdateReceiver,
} from './polled-account.js'
export type { SlowPollsOptions } from './poll-places.js'
export { poll, Poller } from './poller.js'
export type {
  AccountPollerOptions,
  MarkerPollerOptions,
  OverlapOptions,
  OwnPollerSettings,
  PollerOptions,
  PollerSettings,
  TimePollerOptions,
} from './poller-options.js'
export { PollerPool } from './poller-pool.js'
export type {
  AccountPoolOptions,
  OwnPollPoolOptions,
  PollAnswer,
  PollerPoolOptions,
  PollerPoolSettings,
  PooledOptions,
} from './pool-options.js'
export * from './shards/index.js'
