import type { Clock, Random } from '../../contract/index.js'
import { ConfigError } from '../../errors/index.js'
import type { MomentInput, Update, UpdateBatch } from '../../models/index.js'
import type { PollContext } from './poll-context.js'
import type { FollowingParts, PolledAccount } from './polled-account.js'

/** What every kind of poller takes. */
export interface PollerSettings {
  /** Seconds between two rounds; 60 unless given. */
  readonly everySeconds?: number | undefined
  /** Share of the wait that is left to chance, either way, so that pollers do not march in step; 0.1 unless given. */
  readonly jitter?: number | undefined
  /**
   * Seconds that one step of a round may take: a fetch, the handling of one update, a marker; 600 unless given. The round
   * then fails and is tried again; what comes later is dropped.
   */
  readonly deadlineSeconds?: number | undefined
  /** Told of each failed round, which is then tried again. A process warning unless given. */
  readonly onError?: ((error: unknown) => unknown) | undefined
  /** Stops the poller. */
  readonly signal?: AbortSignal | undefined
  readonly clock?: Clock | undefined
  readonly random?: Random | undefined
}

/** What polling by time takes beside. */
export interface OverlapOptions {
  /**
   * Seconds before the newest handled update that each round looks at again, for networks that are asked by time: what is
   * shown later than that is missed. 3,600 unless given.
   */
  readonly overlapSeconds?: number | undefined
}

/** Follows an account: by marker where its network has one, else by time. */
export interface AccountPollerOptions extends PollerSettings, OverlapOptions, FollowingParts {
  readonly account: PolledAccount
  readonly fetch?: undefined
  readonly fetchAfter?: undefined
}

/** What pollers with functions of your own take. */
export interface OwnPollerSettings extends PollerSettings {
  /** Gets every new update, oldest first, one after another; usually `dispatcher.deliver`. */
  readonly deliver: (update: Update, context: PollContext) => void | Promise<void>
  /** The marker saved last. */
  readonly marker?: string | null | undefined
  /** Saves the marker, after every update up to it was handled. */
  readonly saveMarker?: ((marker: string) => void | Promise<void>) | undefined
  readonly account?: undefined
}

/** Polls by time with functions of your own: `account.fetchUpdates`. */
export interface TimePollerOptions extends OwnPollerSettings, OverlapOptions {
  /** Fetches what happened since a moment, which is the beginning of the overlap; null for a recent page. */
  readonly fetch: (since: Date | null, context: PollContext) => Promise<readonly Update[]>
  /** Without a marker: nothing before this moment is handed over. Without either, the first round takes all it gets. */
  readonly since?: MomentInput | null | undefined
  readonly fetchAfter?: undefined
}

/** Polls by marker with functions of your own: `account.fetchUpdatesAfter`. */
export interface MarkerPollerOptions extends OwnPollerSettings {
  /** Fetches what is newer than a marker. */
  readonly fetchAfter: (marker: string | null, context: PollContext) => Promise<UpdateBatch>
  /** Tells the network that everything up to the marker was seen, after it was saved. */
  readonly markSeen?: ((marker: string, context: PollContext) => Promise<void>) | undefined
  readonly fetch?: undefined
}

/** What a poller is made from: an account, or functions of your own. */
export type PollerOptions = AccountPollerOptions | TimePollerOptions | MarkerPollerOptions

/** Seconds one step may take: longer than any call of a client, and than a handler of a dispatcher. */
export const DEADLINE_SECONDS = 600
/** Seconds of overlap: networks show a comment minutes late, and what was held back for review later still. Our choice. */
export const OVERLAP_SECONDS = 3600

/** @throws ConfigError for an interval that is not above 0, or a share that is not between 0 and 1. */
export function checkPace(everySeconds: number, jitter: number): void {
  checkSeconds('everySeconds', everySeconds)
  if (typeof jitter !== 'number' || !(jitter >= 0 && jitter <= 1))
    throw new ConfigError('jitter is a share: a number from 0 to 1.')
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
