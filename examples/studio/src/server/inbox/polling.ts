import { type AnyAccount, Poller, type Update } from '@social/core'

import type { Accounts } from '../accounts/accounts.js'

const EVERY_SECONDS = 5

/** Dependencies of a poller. */
interface PollingParts {
  readonly account: AnyAccount
  readonly accounts: Accounts
  readonly deliver: (update: Update) => Promise<void>
  readonly onError: (error: unknown) => void
  readonly signal: AbortSignal
}

/**
 * Creates the poller of one account. The poller requests updates after a cursor if the network
 * supports cursors, and otherwise updates since a time. Returns null if the network only pushes
 * updates.
 */
export function makePoller({ account, accounts, ...rest }: PollingParts): Poller | null {
  const { id } = account
  const marker = accounts.marker(id)
  const settings = { ...rest, everySeconds: EVERY_SECONDS }
  if (account.can('fetchUpdatesAfter'))
    return new Poller({
      ...settings,
      fetchAfter: (after, context) => account.fetchUpdatesAfter(after, context),
      marker,
      saveMarker: (next) => accounts.saveMarker(id, next),
    })
  if (account.can('fetchUpdates'))
    return new Poller({
      ...settings,
      fetch: (since, context) => account.fetchUpdates(since, context),
      marker,
      saveMarker: (next) => accounts.saveMarker(id, next),
    })
  return null
}
