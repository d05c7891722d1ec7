export type { CostBudgetOptions } from './cost-budget.js'
export { Dispatcher, type DispatcherOptions, type HandlerContext, type UpdateHandler } from './dispatcher.js'
export { InMemorySeenUpdates, type InMemorySeenUpdatesOptions } from './in-memory-seen.js'
export { poll, Poller } from './poller.js'
export type {
  MarkerPollerOptions,
  PollContext,
  PollerOptions,
  PollerSettings,
  TimePollerOptions,
} from './poller-options.js'
export { type PollAnswer, PollerPool, type PollerPoolOptions, type PooledOptions } from './poller-pool.js'
