import type { Clock, Random } from '../../contract/index.js'
import { ConfigError } from '../../errors/index.js'
import { checkFollowing, feedOfAccount } from '../feeds/make-feed.js'
import type { PollContext } from '../polling/poll-context.js'
import type { FollowingParts, PolledAccount } from '../polling/polled-account.js'
import {
  checkOverlap,
  checkSeconds,
  DEADLINE_SECONDS,
  OVERLAP_SECONDS,
  type OverlapOptions,
} from '../polling/poller-options.js'
import type { CostBudgetOptions } from './cost-budget.js'
import type { SlowPollsOptions } from './poll-concurrency.js'

/** Result of one poll. */
export interface PollAnswer {
  /** Seconds until the next poll of this connection, instead of the interval. 0 if there is more to fetch. */
  readonly nextInSeconds?: number | undefined
}

/** Options of every pool. */
export interface PollerPoolSettings {
  /** Seconds between two polls of a connection. Default: 60. */
  readonly everySeconds?: number | undefined
  /** Share of the interval that is random. Default: 0.1. */
  readonly jitter?: number | undefined
  /** Maximum number of concurrent polls. Default: 50. */
  readonly concurrency?: number | undefined
  /**
   * Separate limit for slow polls, so that fast accounts do not wait for slow ones. Without it, all polls share
   * `concurrency`.
   */
  readonly slow?: SlowPollsOptions | undefined
  /** Budget for the cost of polls. Use one pool per network, because budgets are per network. */
  readonly budget?: CostBudgetOptions | undefined
  /**
   * Timeout in seconds of a custom `poll`, or of one step of following an account: a fetch, the handling of one update, a
   * marker. Default: 600. It then counts as failed and another may start; a later result is ignored.
   */
  readonly deadlineSeconds?: number | undefined
  /** Called for each failed poll, which is then tried again. Default: a process warning. */
  readonly onError?: ((error: unknown, id: string) => unknown) | undefined
  readonly clock?: Clock | undefined
  readonly random?: Random | undefined
}

/** Follows accounts: by marker if their network has markers, otherwise by time. */
export interface AccountPoolOptions extends PollerPoolSettings, OverlapOptions, FollowingParts {
  /** The account of an id: `(id) => client.account(id)`. */
  readonly account: (id: string) => PolledAccount
  readonly poll?: undefined
}

/** Polls with a custom function. */
export interface OwnPollPoolOptions extends PollerPoolSettings {
  /**
   * Polls one connection: loads its marker, fetches, delivers, saves. Only one call per id runs at a time, unless a call
   * continues after its signal was aborted at the timeout.
   */
  readonly poll: (id: string, context: PollContext) => Promise<PollAnswer | void>
  readonly account?: undefined
}

/** Options of a pool: with accounts, or with a custom function. */
export type PollerPoolOptions = AccountPoolOptions | OwnPollPoolOptions

/** Options of one connection. */
export interface PooledOptions {
  /** Seconds between two polls. Default: the pool's interval. */
  readonly everySeconds?: number | undefined
  /** Units of the budget that one poll costs. Default: 1. */
  readonly cost?: number | undefined
  /** Seconds until the first poll. Default: a random time within the interval. */
  readonly firstInSeconds?: number | undefined
}

/** Names of all options of a pool. The type requires a complete list. */
export const POOL_OPTION_NAMES = Object.keys({
  account: true,
  markers: true,
  dispatcher: true,
  overlapSeconds: true,
  poll: true,
  everySeconds: true,
  jitter: true,
  concurrency: true,
  slow: true,
  budget: true,
  deadlineSeconds: true,
  onError: true,
  clock: true,
  random: true,
} satisfies Record<keyof AccountPoolOptions | keyof OwnPollPoolOptions, true>)

/** Names of all options of one connection. */
export const POOLED_OPTION_NAMES = Object.keys({
  everySeconds: true,
  cost: true,
  firstInSeconds: true,
} satisfies Record<keyof PooledOptions, true>)

/** Poll function of a pool with its timeout in seconds. Infinity if each step has its own timeout. */
export interface PoolPoll {
  readonly poll: OwnPollPoolOptions['poll']
  readonly seconds: number
}

/** @throws ConfigError without exactly one of `account` and `poll`. */
export function makePoll(options: PollerPoolOptions, clock: Clock): PoolPoll {
  const { deadlineSeconds = DEADLINE_SECONDS } = options
  checkSeconds('deadlineSeconds', deadlineSeconds)
  const way = options.account ?? options.poll
  if ((options.account === undefined) === (options.poll === undefined) || typeof way !== 'function')
    throw new ConfigError(
      'A pool requires exactly one way to poll: account, a function that returns the account of an id, or poll, a custom function.',
    )
  if (options.account === undefined) return { poll: options.poll, seconds: deadlineSeconds }
  const { account, overlapSeconds = OVERLAP_SECONDS } = options
  checkOverlap(overlapSeconds)
  checkFollowing(options, 'A pool')
  const limits = { clock, seconds: deadlineSeconds, overlapSeconds }
  return {
    // One page per poll, so that an account with many updates does not delay the others.
    poll: async (id, context) => {
      const { more, retryAfter } = await feedOfAccount(account(id), options, limits).next(context)
      if (more) return { nextInSeconds: 0 }
      return retryAfter === undefined ? {} : { nextInSeconds: retryAfter }
    },
    seconds: Infinity,
  }
}
