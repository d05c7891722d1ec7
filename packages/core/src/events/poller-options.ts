import type { Clock, Random } from '../contract/index.js'
import { ConfigError } from '../errors/index.js'
import type { MomentInput, Update, UpdateBatch } from '../models/index.js'

/** What every function of a poller is told last. */
export interface PollContext {
  /** Fires when the poller is stopped. */
  readonly signal: AbortSignal
}

/** What both kinds of poller take. */
export interface PollerSettings {
  /** Gets every new update, oldest first, one after another; usually `dispatcher.deliver`. */
  readonly deliver: (update: Update, context: PollContext) => void | Promise<void>
  /** Seconds between two rounds; 60 unless given. */
  readonly everySeconds?: number
  /** Share of the wait that is left to chance, either way, so that pollers do not march in step; 0.1 unless given. */
  readonly jitter?: number
  /** Told of each failed round, which is then tried again. A process warning unless given. */
  readonly onError?: (error: unknown) => void
  /** Stops the poller. */
  readonly signal?: AbortSignal
  readonly clock?: Clock
  readonly random?: Random
}

/** Polls by time: `account.fetchUpdates`. */
export interface TimePollerOptions extends PollerSettings {
  /**
   * Fetches what happened since a moment. The moment is a millisecond before the marker: networks answer with what is
   * newer, and something else may have happened in the marker's own moment.
   */
  readonly fetch: (since: Date | null, context: PollContext) => Promise<readonly Update[]>
  /** The marker saved last; without it the first round takes everything it gets as new. */
  readonly since?: MomentInput | null
  /** Saves the marker, after every update up to it was handled. */
  readonly saveMarker?: (marker: Date) => void | Promise<void>
  readonly fetchAfter?: never
}

/** Polls by marker: `account.fetchUpdatesAfter`. */
export interface MarkerPollerOptions extends PollerSettings {
  /** Fetches what is newer than a marker. */
  readonly fetchAfter: (marker: string | null, context: PollContext) => Promise<UpdateBatch>
  /** The marker saved last. */
  readonly marker?: string | null
  /** Saves the marker, after every update up to it was handled. */
  readonly saveMarker?: (marker: string) => void | Promise<void>
  /** Tells the network that everything up to the marker was seen, after it was saved. */
  readonly markSeen?: (marker: string, context: PollContext) => Promise<void>
  readonly fetch?: never
}

/** What a poller is made from: `fetch` for networks that are asked by time, `fetchAfter` for those with a marker. */
export type PollerOptions = TimePollerOptions | MarkerPollerOptions

/** @throws ConfigError for an interval that is not above 0, or a share that is not between 0 and 1. */
export function checkPace(everySeconds: number, jitter: number): void {
  if (!(everySeconds > 0) || !Number.isFinite(everySeconds))
    throw new ConfigError('everySeconds must be a number above 0.')
  if (!(jitter >= 0 && jitter <= 1)) throw new ConfigError('jitter is a share: a number from 0 to 1.')
}

/** Tells the process about a failed round when the application does not want to hear of it itself. */
export function warnOfRound(error: unknown): void {
  const words = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  process.emitWarning(`A round of polling failed and will be tried again. ${words}`, 'SocialPollingWarning')
}
