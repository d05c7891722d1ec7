import type { AccountInfo } from '../shared/accounts.js'
import type { Composition } from '../shared/compose.js'
import type { NetworkInfo } from '../shared/networks.js'
import type { ViewName } from '../shared/views.js'
import type { StudioState } from './use-studio.js'
import type { Composing } from './views/compose/use-composing.js'

/** Properties that every view receives. */
export interface ViewProps {
  readonly state: StudioState
  readonly composing: Composing
  /** Shows a notice. */
  readonly notify: (text: string) => void
  /** True if the page is connected to the event stream. */
  readonly isLive: boolean
  readonly go: (view: ViewName) => void
  /** Opens a draft in the compose view. */
  readonly open: (draft: Composition) => void
}

/** Finds an account by id. Returns undefined for a removed account. */
export function accountOf({ accounts }: StudioState, id: string): AccountInfo | undefined {
  return accounts.find((account) => account.id === id)
}

/** Finds the network of an account id, also for a removed account. */
export function networkOf({ networks }: StudioState, accountId: string): NetworkInfo | undefined {
  return networks.find(({ name }) => accountId.startsWith(`${name}:`))
}

/**
 * Returns the link to a post only if the post is on the account's own server. Links to posts at
 * the other emulated networks would lead to the real sites.
 */
export function linkTo(url: string | null, account: AccountInfo | undefined): string | null {
  if (url === null || account === undefined || account.host === null || !URL.canParse(url)) return null
  return new URL(url).host === account.host ? url : null
}
