import type { Clock, Random } from '../../contract/index.js'
import { ConfigError } from '../../errors/index.js'
import { checkFollowing, feedOfAccount } from '../feeds/make-feed.js'
import {
  deliverLive,
  type LiveDelivery,
  POLL_INSTEAD_SECONDS,
  withStream,
} from '../following/deliver-live.js'
import type { PollContext } from '../polling/poll-context.js'
import type { FollowingParts, PolledAccount } from '../polling/polled-account.js'
import {
  checkOverlap,
  checkSeconds,
  DEADLINE_SECONDS,
  OVERLAP_SECONDS,
  type OverlapOptions,
} from '../polling/poller-options.js'
import { reportToListener } from '../polling/report-to-listener.js'
import type { CostBudgetOptions } from './cost-budget.js'
import type { FollowLive, PoolLiveOptions } from './live-streams.js'
import type { SlowPollsOptions } from './poll-concurrency.js'

/** Result of a custom poll function. */
export interface PollAnswer {
  /**
   * Seconds until the next poll of this connection. 0 if the network has more updates now.
   * Default: the interval.
   */
  readonly nextInSeconds?: number | undefined
  /**
   * Follows this connection live instead of polling it. The pool calls this function if its option
   * `live` allows another stream. When the function resolves, the connection is polled again.
   */
  readonly follow?: FollowLive | undefined
}

/** Result of a poll or a stream that has ended. */
export interface EndedPoll extends PollAnswer {
  readonly failure: { readonly error: unknown } | null
}

/** Options that every pool accepts. */
export interface PollerPoolSettings {
  /** Seconds between two polls of a connection. Default: 60. */
  readonly everySeconds?: number | undefined
  /** Share of the interval by which each wait is randomly longer or shorter. Default: 0.1. */
  readonly jitter?: number | undefined
  /** Maximum number of polls that run at the same time. Default: 50. */
  readonly concurrency?: number | undefined
  /**
   * Separate limit for slow polls, so that fast polls do not wait for them. Without this option,
   * all polls share the limit `concurrency`.
   */
  readonly slow?: SlowPollsOptions | undefined
  /**
   * Budget for the cost of all polls of this pool. Networks have separate limits, so use one pool
   * for each network.
   */
  readonly budget?: CostBudgetOptions | undefined
  /**
   * Timeout in seconds of a custom `poll`. When accounts are followed, the timeout of each step:
   * fetching, handling one update, or loading or saving a marker. Default: 600. After the timeout
   * the poll has failed, and the next poll may start. A later result is ignored.
   */
  readonly deadlineSeconds?: number | undefined
  /**
   * Follows accounts live, if their network has a stream (`LISTEN`). Without this option, all
   * accounts are polled.
   */
  readonly live?: PoolLiveOptions | undefined
  /**
   * Called for each failed poll with the connection's id. The poll is then tried again. Without
   * `onError`, the error becomes a process warning.
   */
  readonly onError?: ((error: unknown, id: string) => unknown) | undefined
  readonly clock?: Clock | undefined
  readonly random?: Random | undefined
}

/**
 * Options of a pool that follows accounts. Each account is polled by marker if its network
 * supports it, otherwise by time.
 */
export interface AccountPoolOptions extends PollerPoolSettings, OverlapOptions, FollowingParts {
  /** Returns the account of a connection id: `(id) => client.account(id)`. */
  readonly account: (id: string) => PolledAccount
  readonly poll?: undefined
}

/** Options of a pool with a custom poll function. */
export interface OwnPollPoolOptions extends PollerPoolSettings {
  /**
   * Polls one connection: loads its marker, fetches updates, delivers them, and saves the marker.
   * The pool does not call `poll` again for the same id while a call is running. If a call ignores
   * its aborted signal at the timeout, it can overlap with the next call.
   */
  readonly poll: (id: string, context: PollContext) => Promise<PollAnswer | void>
  readonly account?: undefined
}

/** Options of a pool. Give either `account` or `poll`. */
export type PollerPoolOptions = AccountPoolOptions | OwnPollPoolOptions

/** Options of one connection in a pool. */
export interface PooledOptions {
  /** Seconds between two polls of this connection. Default: the pool's interval. */
  readonly everySeconds?: number | undefined
  /** Units of the pool's budget that one poll of this connection costs. Default: 1. */
  readonly cost?: number | undefined
  /**
   * Seconds until the first poll of this connection. Default: a random time within the interval.
   */
  readonly firstInSeconds?: number | undefined
}

/** Names of all options of a pool. The compiler reports a missing name. */
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
  live: true,
  onError: true,
  clock: true,
  random: true,
} satisfies Record<keyof AccountPoolOptions | keyof OwnPollPoolOptions, true>)

/** Names of all options of one connection. The compiler reports a missing name. */
export const POOLED_OPTION_NAMES = Object.keys({
  everySeconds: true,
  cost: true,
  firstInSeconds: true,
} satisfies Record<keyof PooledOptions, true>)

/**
 * Poll function of a pool, with its timeout in seconds. Infinity if each step of the poll has its
 * own timeout.
 */
export interface PoolPoll {
  readonly poll: OwnPollPoolOptions['poll']
  readonly seconds: number
}

/**
 * Creates the poll function of a pool. @throws ConfigError unless exactly one of `account` and
 * `poll` is given.
 */
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
  const followOf = makeFollow(options, { clock, deadlineSeconds })
  return {
    // Each poll fetches one page, so that an account with many updates does not delay the other
    // accounts.
    poll: async (id, context) => {
      const polled = account(id)
      const { more, retryAfter } = await feedOfAccount(polled, options, limits).next(context)
      if (more) return { nextInSeconds: 0 }
      const follow = followOf(polled)
      return { ...(retryAfter !== undefined && { nextInSeconds: retryAfter }), ...(follow && { follow }) }
    },
    seconds: Infinity,
  }
}

/**
 * Creates a function that returns how to follow an account live. It returns null if the account has
 * no stream, or if its stream was recently unavailable.
 */
function makeFollow(
  { live, markers, dispatcher, onError }: AccountPoolOptions,
  limits: Pick<LiveDelivery, 'clock' | 'deadlineSeconds'>,
): (account: PolledAccount) => FollowLive | null {
  if (live === undefined) return () => null
  if (typeof live !== 'object' || live === null)
    throw new ConfigError(
      'PollerPool: live must be an object of options, such as {}. Leave it out to poll only.',
    )
  const { clock } = limits
  const { checkEverySeconds, onInterruption } = live
  /** Monotonic times until which accounts without a stream are only polled, by connection id. */
  const pollUntil = new Map<string, number>()
  return (account) => {
    const { id } = account
    const listened = withStream(account)
    if (listened === null || clock.monotonic() < (pollUntil.get(id) ?? -Infinity)) return null
    const notify = onInterruption && ((error: unknown): void => onInterruption(error, id))
    const delivery = { markers, dispatcher, checkEverySeconds, onInterruption: notify, ...limits }
    return async (context) => {
      const refusal = await deliverLive(listened, delivery, context)
      if (refusal === null) return
      const isKnown = pollUntil.has(id)
      pollUntil.set(id, clock.monotonic() + POLL_INSTEAD_SECONDS)
      if (!isKnown) reportToListener(onError, refusal.error, id)
    }
  }
}
