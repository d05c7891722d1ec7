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

/** What one poll may answer. */
export interface PollAnswer {
  /** Seconds until this one is polled again, instead of the usual interval: 0 when there is more to fetch. */
  readonly nextInSeconds?: number | undefined
}

/** What every pool takes. */
export interface PollerPoolSettings {
  /** Seconds between two polls of a connection; 60 unless given. */
  readonly everySeconds?: number | undefined
  /** Share of the wait that is left to chance, either way; 0.1 unless given. */
  readonly jitter?: number | undefined
  /** How many polls may run at once; 50 unless given. */
  readonly concurrency?: number | undefined
  /**
   * A cap of its own for polls that take long, so that slow accounts do not keep the quick ones waiting. Without it, all
   * share `concurrency`.
   */
  readonly slow?: SlowPollsOptions | undefined
  /** What the network lets polls cost; a pool per network, because budgets are per network. */
  readonly budget?: CostBudgetOptions | undefined
  /**
   * Seconds that a `poll` of your own may take, or one step of following an account: a fetch, the handling of one update,
   * a marker; 600 unless given. It then counts as failed and another may begin; what comes later is dropped.
   */
  readonly deadlineSeconds?: number | undefined
  /** Told of each failed poll, which is then tried again. A process warning unless given. */
  readonly onError?: ((error: unknown, id: string) => unknown) | undefined
  readonly clock?: Clock | undefined
  readonly random?: Random | undefined
}

/** Follows accounts: by marker where their network has one, else by time. */
export interface AccountPoolOptions extends PollerPoolSettings, OverlapOptions, FollowingParts {
  /** The account of an id: `(id) => client.account(id)`. */
  readonly account: (id: string) => PolledAccount
  readonly poll?: undefined
}

/** Polls with a function of your own. */
export interface OwnPollPoolOptions extends PollerPoolSettings {
  /**
   * Polls one connection: loads its marker, fetches, delivers, saves. Never runs twice at once for the same id, unless it
   * goes on after its signal fired because it took too long.
   */
  readonly poll: (id: string, context: PollContext) => Promise<PollAnswer | void>
  readonly account?: undefined
}

/** What a pool is made from: accounts, or a function of your own. */
export type PollerPoolOptions = AccountPoolOptions | OwnPollPoolOptions

/** How one connection is polled. */
export interface PooledOptions {
  /** Seconds between two polls; the pool's own unless given. */
  readonly everySeconds?: number | undefined
  /** Units of the budget that one poll costs; 1 unless given. */
  readonly cost?: number | undefined
  /** Seconds until the first poll; some moment within the interval unless given. */
  readonly firstInSeconds?: number | undefined
}

/** Every option of a pool; the type keeps the list whole. */
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

/** Every option of one connection. */
export const POOLED_OPTION_NAMES = Object.keys({
  everySeconds: true,
  cost: true,
  firstInSeconds: true,
} satisfies Record<keyof PooledOptions, true>)

/** How a pool polls one connection, and the seconds that may take; Infinity where each step has a limit of its own. */
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
      'A pool needs one way to poll: account, a function that gives the account of an id, or poll, a function of your own.',
    )
  if (options.account === undefined) return { poll: options.poll, seconds: deadlineSeconds }
  const { account, overlapSeconds = OVERLAP_SECONDS } = options
  checkOverlap(overlapSeconds)
  checkFollowing(options, 'A pool')
  const limits = { clock, seconds: deadlineSeconds, overlapSeconds }
  return {
    // One page a poll, so that an account with much to read does not keep the others waiting.
    poll: async (id, context) => {
      const { more, retryAfter } = await feedOfAccount(account(id), options, limits).next(context)
      if (more) return { nextInSeconds: 0 }
      return retryAfter === undefined ? {} : { nextInSeconds: retryAfter }
    },
    seconds: Infinity,
  }
}
