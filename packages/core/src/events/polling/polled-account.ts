import type { Markers } from '../../contract/index.js'
import type { Update, UpdateBatch, UpdateStep } from '../../models/index.js'
import type { PollContext } from './poll-context.js'

interface AnyPolledAccount {
  readonly id: string
  can(method: 'fetchUpdates' | 'fetchUpdatesAfter' | 'fetchUpdateStep'): boolean
}

/** An account that is polled by marker. */
export interface AccountPolledByMarker extends AnyPolledAccount {
  fetchUpdatesAfter(marker: string | null, options: PollContext): Promise<UpdateBatch>
}

/** An account that is polled by time. */
export interface AccountPolledByTime extends AnyPolledAccount {
  fetchUpdates(since: Date | null, options: PollContext): Promise<readonly Update[]>
}

/** An account whose network is polled by time, in steps. */
export interface AccountPolledInSteps extends AnyPolledAccount {
  fetchUpdateStep(since: Date | null, progress: string | null, options: PollContext): Promise<UpdateStep>
}

/** Options of listening to an account. */
export interface ListenContext extends PollContext {
  readonly marker: string | null
  readonly saveMarker: (marker: string) => void | Promise<void>
  readonly checkEverySeconds?: number | undefined
  readonly onInterruption?: ((error: unknown) => void) | undefined
}

/** An account with live updates, if its server has a stream. */
export interface AccountListenedTo {
  readonly id: string
  can(method: 'fetchUpdates' | 'fetchUpdatesAfter' | 'fetchUpdateStep' | 'listen'): boolean
  fetchUpdatesAfter(marker: string | null, options: PollContext): Promise<UpdateBatch>
  listen(options: ListenContext): AsyncIterable<Update>
}

/** An account that can be polled: the result of `client.account` for every network with polling. */
export type PolledAccount =
  | AccountPolledByMarker
  | AccountPolledByTime
  | AccountPolledInSteps
  | AccountListenedTo

/** Receiver of updates: a `Dispatcher`. */
export interface UpdateReceiver {
  readonly deliver: (update: Update, context: PollContext) => void | Promise<void>
}

/** Options of following accounts. */
export interface FollowingParts {
  /** Stores polling cursors: `client.markers`, or your own store. */
  readonly markers: Markers
  /** Receives every new update, oldest first, one after another. */
  readonly dispatcher: UpdateReceiver
}
