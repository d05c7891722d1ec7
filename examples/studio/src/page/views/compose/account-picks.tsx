import type { ViewName } from '../../../shared/views.js'
import { Avatar } from '../../components/avatar.js'
import { Icon } from '../../components/icon.js'
import { NetworkBadge } from '../../components/network-badge.js'
import { texts } from '../../texts.js'
import type { StudioState } from '../../use-studio.js'
import { networkOf } from '../../view-props.js'
import type { Composing } from './use-composing.js'

/** Checkboxes that select the accounts of a post. */
export function AccountPicks(props: {
  readonly state: StudioState
  readonly composing: Composing
  readonly go: (view: ViewName) => void
}) {
  const { state, composing } = props
  // Hides accounts that cannot publish, because these accounts are connected only for their inbox.
  const accounts = state.accounts.filter(({ id }) =>
    networkOf(state, id)?.features.some((feature) => feature.startsWith('POST_')),
  )
  const { accountIds } = composing.draft
  const isPicked = (id: string) => accountIds.includes(id)
  const toggle = (id: string) =>
    composing.change({
      accountIds: isPicked(id) ? accountIds.filter((one) => one !== id) : [...accountIds, id],
    })
  const isEverybody = accounts.every(({ id }) => isPicked(id))
  return (
    <fieldset class="card picks">
      <legend>{texts.compose.forWhom}</legend>
      <div class="pick-list">
        {accounts.map((account) => (
          <label key={account.id} class="pick">
            <input type="checkbox" checked={isPicked(account.id)} onChange={() => toggle(account.id)} />
            <Avatar name={account.name} url={account.avatarUrl} />
            <span>
              {account.name}
              <NetworkBadge network={networkOf(state, account.id)} />
            </span>
          </label>
        ))}
      </div>
      <div class="actions">
        {accounts.length > 1 && (
          <button
            type="button"
            class="link"
            onClick={() => composing.change({ accountIds: isEverybody ? [] : accounts.map(({ id }) => id) })}
          >
            {isEverybody ? texts.compose.none : texts.compose.all}
          </button>
        )}
        <button type="button" class="link" onClick={() => props.go('accounts')}>
          <Icon name="plus" /> {texts.compose.connect}
        </button>
      </div>
    </fieldset>
  )
}
