import type { Markers } from '../contract/index.js'
import type { Update, UpdateBatch } from '../models/index.js'
import type { PollContext } from './poll-context.js'

interface AnyPolledAccount {
  readonly id: string
  can(method: 'fetchUpdates' | 'fetchUpdatesAfter'): boolean
}

/** An account whose network is asked by marker. */
export interface AccountPolledByMarker extends AnyPolledAccount {
  fetchUpdatesAfter(marker: string | null, options: PollContext): Promise<UpdateBatch>
}

/** An account whose network is asked by time. */
export interface AccountPolledByTime extends AnyPolledAccount {
  fetchUpdates(since: Date | null, options: PollContext): Promise<readonly Update[]>
}

/** An account that can be polled: what `client.account` gives, where the network does not only push. */
export type PolledAccount = AccountPolledByMarker | AccountPolledByTime

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
