import { useState } from 'preact/hooks'

import type { AccountInfo, SpendingInfo } from '../../../shared/accounts.js'
import type { NetworkInfo } from '../../../shared/networks.js'
import { Avatar } from '../../components/avatar.js'
import { Icon } from '../../components/icon.js'
import { Moment } from '../../components/moment.js'
import { NetworkBadge } from '../../components/network-badge.js'
import { messageOf } from '../../request.js'
import { texts } from '../../texts.js'
import { AccountFacts } from './account-facts.js'
import { accountsApi } from './api.js'
import { OpeningHoursForm } from './opening-hours.js'

/** Shows one account with its connection health, required action and permissions. */
export function AccountCard(props: {
  readonly account: AccountInfo
  readonly network: NetworkInfo | undefined
  /** Spending limits of the account's network. */
  readonly spending: readonly SpendingInfo[]
  readonly onSignIn: () => void
  readonly notify: (text: string) => void
}) {
  const { account, network, notify } = props
  const [isSure, setSure] = useState(false)
  const disconnect = () => {
    if (!isSure) return setSure(true)
    accountsApi.disconnect(account.id).catch((error: unknown) => notify(messageOf(error)))
  }
  return (
    <li
      class="card account"
      data-health={account.health}
      aria-label={`${account.name}, ${network?.displayName ?? ''}`}
    >
      <div class="byline">
        <Avatar name={account.name} url={account.avatarUrl} />
        <span class="who">
          <strong>{account.name}</strong>
          <NetworkBadge network={network} />
        </span>
        <span class="status">{texts.accounts.health[account.health]}</span>
      </div>
      <code>{account.id}</code>
      {account.problem !== null && (
        <p class="problem">
          {account.problem}
          {account.since !== null && (
            <span class="next">
              {texts.accounts.since} <Moment at={account.since} />
            </span>
          )}
        </p>
      )}
      <AccountFacts account={account} network={network} spending={props.spending} notify={notify} />
      {network?.abilities.includes('updateLocation') === true && (
        <OpeningHoursForm accountId={account.id} notify={notify} />
      )}
      <div class="actions">
        <button type="button" class={account.health === 'OK' ? 'link' : 'link main'} onClick={props.onSignIn}>
          <Icon name="retry" /> {texts.accounts.again}
        </button>
        <button type="button" class="link" onClick={disconnect} onBlur={() => setSure(false)}>
          <Icon name="close" /> {isSure ? texts.accounts.reallyDisconnect : texts.accounts.disconnect}
        </button>
      </div>
    </li>
  )
}
