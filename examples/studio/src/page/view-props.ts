import type { AccountInfo } from '../shared/accounts.js'
import type { Composition } from '../shared/compose.js'
import type { NetworkInfo } from '../shared/networks.js'
import type { ViewName } from '../shared/views.js'
import type { StudioState } from './use-studio.js'
import type { SignIn } from './views/accounts/use-sign-in.js'
import type { Composing } from './views/compose/use-composing.js'

/** What every view gets. */
export interface ViewProps {
  readonly state: StudioState
  readonly composing: Composing
  readonly signIn: SignIn
  /** Shows a person a sentence. */
  readonly notify: (text: string) => void
  /** Whether the page hears from the server. */
  readonly isLive: boolean
  readonly go: (view: ViewName) => void
  /** Opens a draft where posts are written. */
  readonly open: (draft: Composition) => void
}

/** An account by its id; undefined for one that was let go. */
export function accountOf({ accounts }: StudioState, id: string): AccountInfo | undefined {
  return accounts.find((account) => account.id === id)
}

/** The network of an account, or of an id of one. */
export function networkOf({ networks }: StudioState, accountId: string): NetworkInfo | undefined {
  return networks.find(({ name }) => accountId.startsWith(`${name}:`))
}

/** Where a post can be looked at: nowhere but at its own server, because the pages that emulated networks name are elsewhere. */
export function linkTo(url: string | null, account: AccountInfo | undefined): string | null {
  if (url === null || account === undefined || account.host === null || !URL.canParse(url)) return null
  return new URL(url).host === account.host ? url : null
}
