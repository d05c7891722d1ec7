import type { Clock } from '../../contract/index.js'
import { ConfigError } from '../../errors/index.js'
import { toOptionalMoment, type Update } from '../../models/index.js'
import { FirstPolls, type FirstPollsParts } from '../polling/first-polls.js'
import type { PollContext } from '../polling/poll-context.js'
import type { FollowingParts, PolledAccount } from '../polling/polled-account.js'
import { checkOverlap, OVERLAP_SECONDS, type PollerOptions } from '../polling/poller-options.js'
import { type Feed, type FeedParts, MarkerFeed, TimeFeed, type TimeFeedParts } from './feed.js'

/** Feed name under which a store keeps the markers of accounts that are polled by marker. */
export const MARKER_FEED = 'updates'
/** Feed name under which a store keeps the markers of accounts that are polled by time. */
const TIME_FEED = 'updates-by-time'

/** Clock, timeout and overlap of a feed. */
export interface FeedLimits {
  readonly clock: Clock
  readonly seconds: number
  readonly overlapSeconds: number
}

/**
 * Checks the options of following an account. @throws ConfigError if markers or the dispatcher are
 * missing.
 */
export function checkFollowing({ markers, dispatcher }: FollowingParts, owner: string): void {
  if (typeof markers?.load !== 'function' || typeof markers.save !== 'function')
    throw new ConfigError(`${owner} with an account requires markers: client.markers, or { load, save }.`)
  if (typeof dispatcher?.deliver !== 'function')
    throw new ConfigError(`${owner} with an account requires a dispatcher: it receives every new update.`)
}

/**
 * Creates the feed of an account. The feed polls by marker if the network supports it, otherwise
 * by time. The two kinds of markers have separate entries in the store.
 *
 * @throws ConfigError if the account's network only sends webhooks.
 */
export function feedOfAccount(account: PolledAccount, parts: FollowingParts, limits: FeedLimits): Feed {
  const { markers, dispatcher } = parts
  const { id } = account
  const feedParts = (feed: string): FeedParts => ({
    name: id,
    load: () => markers.load(id, feed),
    save: (marker) => markers.save(id, feed, marker),
    deliver: (update, context) => dispatcher.deliver(update, context),
    clock: limits.clock,
    seconds: limits.seconds,
  })
  if ('fetchUpdatesAfter' in account && account.can('fetchUpdatesAfter')) {
    const first = new FirstPolls({
      fetchAfter: (marker, context) => account.fetchUpdatesAfter(marker, context),
      fetchSince: fetchSinceOf(account),
      clock: limits.clock,
    })
    return new MarkerFeed({
      ...feedParts(MARKER_FEED),
      fetchAfter: (marker, context) => first.fetchAfter(marker, context),
    })
  }
  if ('fetchUpdateStep' in account && account.can('fetchUpdateStep'))
    return new TimeFeed({
      ...feedParts(TIME_FEED),
      fetchStep: (since, progress, context) => account.fetchUpdateStep(since, progress, context),
      overlapSeconds: limits.overlapSeconds,
      since: null,
    })
  if ('fetchUpdates' in account && account.can('fetchUpdates'))
    return new TimeFeed({
      ...feedParts(TIME_FEED),
      fetchStep: inOneStep((since, context) => account.fetchUpdates(since, context)),
      overlapSeconds: limits.overlapSeconds,
      since: null,
    })
  throw new ConfigError(
    `${id} cannot be polled: its network only sends webhooks. Mount the routes, and do not poll this account. account.can('fetchUpdates') returns false for it.`,
  )
}

/** Turns a fetch by time into a poll with one complete step. */
function inOneStep(
  fetch: (since: Date | null, context: PollContext) => Promise<readonly Update[]>,
): TimeFeedParts['fetchStep'] {
  return async (since, _progress, context) => ({
    updates: await fetch(since, context),
    progress: null,
    isComplete: true,
    interruptedBy: null,
  })
}

/**
 * Returns the function that polls this account by time. Null if the network does not support
 * polling by time.
 */
function fetchSinceOf(account: PolledAccount): FirstPollsParts['fetchSince'] {
  return 'fetchUpdates' in account && account.can('fetchUpdates')
    ? (since, context) => account.fetchUpdates(since, context)
    : null
}

/**
 * Creates the feed of a poller from its options. @throws ConfigError for a missing option, and for
 * a `since` without a time zone.
 */
export function makeFeed(options: PollerOptions, clock: Clock, seconds: number): Feed {
  const overlapSeconds = ('overlapSeconds' in options ? options.overlapSeconds : undefined) ?? OVERLAP_SECONDS
  checkOverlap(overlapSeconds)
  if (options.account !== undefined) {
    checkFollowing(options, 'A poller')
    return feedOfAccount(options.account, options, { clock, seconds, overlapSeconds })
  }
  if (typeof options.deliver !== 'function')
    throw new ConfigError('A poller requires deliver: a function that receives every new update.')
  const { deliver, saveMarker } = options
  let current = options.marker ?? null
  const parts: FeedParts = {
    name: 'this poller',
    load: () => current,
    save: (marker) => saveMarker?.(marker),
    onSaved: (marker) => void (current = marker),
    deliver,
    clock,
    seconds,
  }
  if (options.fetchAfter)
    return new MarkerFeed({ ...parts, fetchAfter: options.fetchAfter, markSeen: options.markSeen })
  return new TimeFeed({
    ...parts,
    fetchStep: inOneStep(options.fetch),
    overlapSeconds,
    since: toOptionalMoment(options.since, 'since'),
  })
}
