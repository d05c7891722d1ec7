import type { Clock, Random } from '../../contract/index.js'
import { ConfigError } from '../../errors/index.js'
import type { MomentInput, Update, UpdateBatch } from '../../models/index.js'
import type { PollContext } from './poll-context.js'
import type { FollowingParts, PolledAccount } from './polled-account.js'

/** Options of every kind of poller. */
export interface PollerSettings {
  /** Seconds between two rounds. Default: 60. */
  readonly everySeconds?: number | undefined
  /** Share of the interval that is random, so that pollers do not run simultaneously. Default: 0.1. */
  readonly jitter?: number | undefined
  /**
   * Timeout in seconds of one step of a round: a fetch, the handling of one update, a marker. Default: 600. The round then
   * fails and is tried again; a later result is ignored.
   */
  readonly deadlineSeconds?: number | undefined
  /** Called for each failed round, which is then tried again. Default: a process warning. */
  readonly onError?: ((error: unknown) => unknown) | undefined
  /** Stops the poller. */
  readonly signal?: AbortSignal | undefined
  readonly clock?: Clock | undefined
  readonly random?: Random | undefined
}

/** Additional options of polling by time. */
export interface OverlapOptions {
  /**
   * Overlap in seconds for polling by time: each round starts this long before the newest handled update. Updates that the
   * network lists later than that are missed. Default: 3,600.
   */
  readonly overlapSeconds?: number | undefined
}

/** Follows an account: by marker if its network has markers, otherwise by time. */
export interface AccountPollerOptions extends PollerSettings, OverlapOptions, FollowingParts {
  readonly account: PolledAccount
  readonly fetch?: undefined
  readonly fetchAfter?: undefined
}

/** Options of pollers with custom functions. */
export interface OwnPollerSettings extends PollerSettings {
  /** Receives every new update, oldest first, one after another. Normally `dispatcher.deliver`. */
  readonly deliver: (update: Update, context: PollContext) => void | Promise<void>
  /** The marker saved last. */
  readonly marker?: string | null | undefined
  /** Saves the marker, after every update up to it was handled. */
  readonly saveMarker?: ((marker: string) => void | Promise<void>) | undefined
  readonly account?: undefined
}

/** Polls by time with custom functions, such as `account.fetchUpdates`. */
export interface TimePollerOptions extends OwnPollerSettings, OverlapOptions {
  /** Fetches updates since a time, which is the start of the overlap. Null for a recent page. */
  readonly fetch: (since: Date | null, context: PollContext) => Promise<readonly Update[]>
  /** Start time without a marker: earlier updates are not delivered. Without both, the first round delivers all fetched updates. */
  readonly since?: MomentInput | null | undefined
  readonly fetchAfter?: undefined
}

/** Polls by marker with custom functions, such as `account.fetchUpdatesAfter`. */
export interface MarkerPollerOptions extends OwnPollerSettings {
  /** Fetches updates after a marker. */
  readonly fetchAfter: (marker: string | null, context: PollContext) => Promise<UpdateBatch>
  /** Marks everything up to the marker as seen at the network. Called after the marker was saved. */
  readonly markSeen?: ((marker: string, context: PollContext) => Promise<void>) | undefined
  readonly fetch?: undefined
}

/** Options of a poller: with an account, or with custom functions. */
export type PollerOptions = AccountPollerOptions | TimePollerOptions | MarkerPollerOptions

/** Default timeout of one step in seconds: longer than a call of a client and a handler of a dispatcher. */
export const DEADLINE_SECONDS = 600
/** Default overlap in seconds: networks list a comment minutes late, and after a review even later. Our choice. */
export const OVERLAP_SECONDS = 3600

/** @throws ConfigError for an interval that is not above 0, or a share outside 0 to 1. */
export function checkPace(everySeconds: number, jitter: number): void {
  checkSeconds('everySeconds', everySeconds)
  if (typeof jitter !== 'number' || !(jitter >= 0 && jitter <= 1))
    throw new ConfigError('jitter must be a number from 0 to 1.')
}

/** @throws ConfigError for a time that is not above 0. */
export function checkSeconds(name: string, seconds: number): void {
  if (!Number.isFinite(seconds) || seconds <= 0) throw new ConfigError(`${name} must be a number above 0.`)
}

/** @throws ConfigError for an overlap below 0. */
export function checkOverlap(overlapSeconds: number): void {
  if (!Number.isFinite(overlapSeconds) || overlapSeconds < 0)
    throw new ConfigError('overlapSeconds must be a number, 0 or more.')
}
