import type { AccountInfo, NetworkInfo } from '../shared/api.js'
import type { Composition } from '../shared/compose.js'
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
