import type { Clock, Random } from '../../contract/index.js'
import { ConfigError } from '../../errors/index.js'
import type { MomentInput, Update, UpdateBatch } from '../../models/index.js'
import type { PollContext } from './poll-context.js'
import type { FollowingParts, PolledAccount } from './polled-account.js'

/** Options that every kind of poller accepts. */
export interface PollerSettings {
  /** Seconds between two polls. Default: 60. */
  readonly everySeconds?: number | undefined
  /**
   * Share of the interval by which each wait is randomly longer or shorter, so that pollers do not
   * run simultaneously. Default: 0.1.
   */
  readonly jitter?: number | undefined
  /**
   * Timeout in seconds of each step of a round: fetching, handling one update, or loading or
   * saving a marker. Default: 600. After a timeout the round fails and is tried again. A later
   * result is ignored.
   */
  readonly deadlineSeconds?: number | undefined
  /**
   * Called for each failed round. The round is then tried again. Without `onError`, the error
   * becomes a process warning.
   */
  readonly onError?: ((error: unknown) => unknown) | undefined
  /** Stops the poller when aborted. */
  readonly signal?: AbortSignal | undefined
  readonly clock?: Clock | undefined
  readonly random?: Random | undefined
}

/** Additional options of polling by time. */
export interface OverlapOptions {
  /**
   * Overlap in seconds. Each poll by time starts this long before the newest handled update.
   * Updates that the network lists with a longer delay are missed. Default: 3,600.
   */
  readonly overlapSeconds?: number | undefined
}

/**
 * Options of a poller that follows an account. The account is polled by marker if its network
 * supports it, otherwise by time.
 */
export interface AccountPollerOptions extends PollerSettings, OverlapOptions, FollowingParts {
  readonly account: PolledAccount
  readonly fetch?: undefined
  readonly fetchAfter?: undefined
}

/** Options of pollers with a custom fetch function. */
export interface OwnPollerSettings extends PollerSettings {
  /**
   * Receives every new update, oldest first. The next update is delivered after the previous one
   * was handled. Normally `dispatcher.deliver`.
   */
  readonly deliver: (update: Update, context: PollContext) => void | Promise<void>
  /** Marker that was saved last, as a start position. Null or undefined if there is none. */
  readonly marker?: string | null | undefined
  /** Saves the marker. Called after every update up to the marker was handled. */
  readonly saveMarker?: ((marker: string) => void | Promise<void>) | undefined
  readonly account?: undefined
}

/**
 * Options of a poller that polls by time with a custom function, such as `account.fetchUpdates`.
 */
export interface TimePollerOptions extends OwnPollerSettings, OverlapOptions {
  /**
   * Fetches the updates after a time, which is the start of the overlap. With null it fetches the
   * latest updates.
   */
  readonly fetch: (since: Date | null, context: PollContext) => Promise<readonly Update[]>
  /**
   * Start time if there is no marker. Earlier updates are not delivered. If there is neither a
   * marker nor `since`, the first round delivers all fetched updates.
   */
  readonly since?: MomentInput | null | undefined
  readonly fetchAfter?: undefined
}

/**
 * Options of a poller that polls by marker with a custom function, such as
 * `account.fetchUpdatesAfter`.
 */
export interface MarkerPollerOptions extends OwnPollerSettings {
  /** Fetches the updates after a marker. With null it fetches the latest page. */
  readonly fetchAfter: (marker: string | null, context: PollContext) => Promise<UpdateBatch>
  /**
   * Reports to the network that every update up to the marker was seen. Called after the marker
   * was saved.
   */
  readonly markSeen?: ((marker: string, context: PollContext) => Promise<void>) | undefined
  readonly fetch?: undefined
}

/** Options of a poller. Give exactly one of `account`, `fetch` and `fetchAfter`. */
export type PollerOptions = AccountPollerOptions | TimePollerOptions | MarkerPollerOptions

/**
 * Default timeout of one step in seconds. Longer than the default timeout of a client's call and
 * of a dispatcher's handler.
 */
export const DEADLINE_SECONDS = 600
/**
 * Default overlap in seconds. Networks list a comment minutes after its creation, and later if it
 * was held for review. Our choice.
 */
export const OVERLAP_SECONDS = 3600

/**
 * Checks the interval and the jitter. @throws ConfigError for an interval that is not above 0, or
 * a jitter outside 0 to 1.
 */
export function checkPace(everySeconds: number, jitter: number): void {
  checkSeconds('everySeconds', everySeconds)
  if (typeof jitter !== 'number' || !(jitter >= 0 && jitter <= 1))
    throw new ConfigError('jitter must be a number from 0 to 1.')
}

/** Checks a number of seconds. @throws ConfigError unless the number is above 0. */
export function checkSeconds(name: string, seconds: number): void {
  if (!Number.isFinite(seconds) || seconds <= 0) throw new ConfigError(`${name} must be a number above 0.`)
}

/** Checks the overlap. @throws ConfigError for an overlap below 0 seconds. */
export function checkOverlap(overlapSeconds: number): void {
  if (!Number.isFinite(overlapSeconds) || overlapSeconds < 0)
    throw new ConfigError('overlapSeconds must be a number, 0 or more.')
}
