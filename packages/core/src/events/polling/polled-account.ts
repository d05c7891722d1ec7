import type { Markers } from '../../contract/index.js'
import type { Update, UpdateBatch, UpdateStep } from '../../models/index.js'
import type { PollContext } from './poll-context.js'

interface AnyPolledAccount {
  readonly id: string
  can(method: 'fetchUpdates' | 'fetchUpdatesAfter' | 'fetchUpdateStep'): boolean
}

/** An account whose network is asked by marker. */
export interface AccountPolledByMarker extends AnyPolledAccount {
  fetchUpdatesAfter(marker: string | null, options: PollContext): Promise<UpdateBatch>
}

/** An account whose network is asked by time. */
export interface AccountPolledByTime extends AnyPolledAccount {
  fetchUpdates(since: Date | null, options: PollContext): Promise<readonly Update[]>
}

/** An account whose network is polled by time, in steps. */
export interface AccountPolledInSteps extends AnyPolledAccount {
  fetchUpdateStep(since: Date | null, progress: string | null, options: PollContext): Promise<UpdateStep>
}

/** How an account is listened to. */
export interface ListenContext extends PollContext {
  readonly marker: string | null
  readonly saveMarker: (marker: string) => void | Promise<void>
  readonly checkEverySeconds?: number | undefined
  readonly onInterruption?: ((error: unknown) => void) | undefined
}

/** An account whose network pushes what happens, where its server does. */
export interface AccountListenedTo {
  readonly id: string
  can(method: 'fetchUpdates' | 'fetchUpdatesAfter' | 'fetchUpdateStep' | 'listen'): boolean
  fetchUpdatesAfter(marker: string | null, options: PollContext): Promise<UpdateBatch>
  listen(options: ListenContext): AsyncIterable<Update>
}

/** An account that can be polled: what `client.account` gives, where the network does not only push. */
export type PolledAccount =
  | AccountPolledByMarker
  | AccountPolledByTime
  | AccountPolledInSteps
  | AccountListenedTo

/** What gets the updates: a `Dispatcher`. */
export interface UpdateReceiver {
  readonly deliver: (update: Update, context: PollContext) => void | Promise<void>
}

/** What following accounts takes. */
export interface FollowingParts {
  /** Where polling goes on: `client.markers`, or a store of your own. */
  readonly markers: Markers
  /** Gets every new update, oldest first, one after another. */
  readonly dispatcher: UpdateReceiver
}
