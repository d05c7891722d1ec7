import type { Markers } from '../../contract/index.js'
import type { Update, UpdateBatch, UpdateStep } from '../../models/index.js'
import type { PollContext } from './poll-context.js'

interface AnyPolledAccount {
  readonly id: string
  can(method: 'fetchUpdates' | 'fetchUpdatesAfter' | 'fetchUpdateStep'): boolean
}

/** An account whose network is polled by marker. */
export interface AccountPolledByMarker extends AnyPolledAccount {
  fetchUpdatesAfter(marker: string | null, options: PollContext): Promise<UpdateBatch>
}

/** An account whose network is polled by time. */
export interface AccountPolledByTime extends AnyPolledAccount {
  fetchUpdates(since: Date | null, options: PollContext): Promise<readonly Update[]>
}

/** An account whose network is polled by time, in several steps for each poll. */
export interface AccountPolledInSteps extends AnyPolledAccount {
  fetchUpdateStep(since: Date | null, progress: string | null, options: PollContext): Promise<UpdateStep>
}

/** Options for receiving the live updates of an account. */
export interface ListenContext extends PollContext {
  readonly marker: string | null
  readonly saveMarker: (marker: string) => void | Promise<void>
  readonly checkEverySeconds?: number | undefined
  readonly onInterruption?: ((error: unknown) => void) | undefined
}

/**
 * An account whose network may have a stream of live updates. The account's server decides whether
 * it has one.
 */
export interface AccountListenedTo {
  readonly id: string
  can(method: 'fetchUpdates' | 'fetchUpdatesAfter' | 'fetchUpdateStep' | 'listen'): boolean
  fetchUpdatesAfter(marker: string | null, options: PollContext): Promise<UpdateBatch>
  listen(options: ListenContext): AsyncIterable<Update>
}

/**
 * An account that can be polled. `client.account` returns such an account for every network with
 * polling.
 */
export type PolledAccount =
  | AccountPolledByMarker
  | AccountPolledByTime
  | AccountPolledInSteps
  | AccountListenedTo

/** Receives updates. Normally a `Dispatcher`. */
export interface UpdateReceiver {
  readonly deliver: (update: Update, context: PollContext) => void | Promise<void>
}

/**
 * Options of everything that follows accounts: the store of markers, and the receiver of updates.
 */
export interface FollowingParts {
  /** Store of the polling markers: `client.markers`, or your own store. */
  readonly markers: Markers
  /**
   * Receives every new update, oldest first. The next update is delivered after the previous one
   * was handled.
   */
  readonly dispatcher: UpdateReceiver
}
