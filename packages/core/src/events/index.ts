export type { CostBudgetOptions } from './pool/cost-budget.js'
export { Dispatcher, type DispatcherOptions, type UpdateHandler } from './handling/dispatcher.js'
export type { HandlerContext } from './handling/handler-run.js'
export { InMemoryMarkers, type InMemoryMarkersOptions } from './handling/in-memory-markers.js'
export { InMemorySeenUpdates, type InMemorySeenUpdatesOptions } from './handling/in-memory-seen.js'
export { Follower, type FollowerOptions } from './following/follower.js'
export type { PollContext } from './polling/poll-context.js'
export type {
  AccountListenedTo,
  AccountPolledByMarker,
  AccountPolledByTime,
  FollowingParts,
  ListenContext,
  PolledAccount,
  UpdateReceiver,
} from './polling/polled-account.js'
export type { SlowPollsOptions } from './pool/poll-concurrency.js'
export { Poller } from './polling/poller.js'
export type {
  AccountPollerOptions,
  MarkerPollerOptions,
  OverlapOptions,
  OwnPollerSettings,
  PollerOptions,
  PollerSettings,
  TimePollerOptions,
} from './polling/poller-options.js'
export type { FollowLive, PoolLiveOptions } from './pool/live-streams.js'
export { PollerPool } from './pool/poller-pool.js'
export type {
  AccountPoolOptions,
  OwnPollPoolOptions,
  PollAnswer,
  PollerPoolOptions,
  PollerPoolSettings,
  PooledOptions,
} from './pool/pool-options.js'
export * from './shards/index.js'
