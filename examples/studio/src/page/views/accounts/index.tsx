import { useState } from 'preact/hooks'

import { Icon } from '../../components/icon.js'
import { texts } from '../../texts.js'
import { networkOf, type ViewProps } from '../../view-props.js'
import { AccountCard } from './account-card.js'
import { ConnectPanel } from './connect-panel.js'

/**
 * View of all accounts with connection health, permissions and remaining limits. Contains the form
 * that connects an account.
 */
export function AccountsView({ state, signIn, notify }: ViewProps) {
  const [isConnecting, setConnecting] = useState(false)
  const isNew = state.accounts.length === 0
  const isAsking = isNew || isConnecting || signIn.pending !== null
  return (
    <section class="panel accounts" aria-labelledby="accounts">
      <div class="panel-head">
        <h2 id="accounts">{texts.accounts.title}</h2>
        {!isAsking && (
          <button type="button" onClick={() => setConnecting(true)}>
            <Icon name="plus" /> {texts.accounts.connectTitle}
          </button>
        )}
      </div>
      {isNew && signIn.pending === null && <p class="welcome">{texts.accounts.welcome}</p>}
      {isAsking && (
        <ConnectPanel
          networks={state.networks}
          signIn={signIn}
          onCancel={isNew ? null : () => setConnecting(false)}
        />
      )}
      <ul class="grid">
        {state.accounts.map((account) => (
          <AccountCard
            key={account.id}
            account={account}
            network={networkOf(state, account.id)}
            spending={state.spending.filter(({ network }) => network === account.network)}
            onSignIn={() =>
              void signIn.start({ network: account.network, host: account.host, accountId: account.id })
            }
            notify={notify}
          />
        ))}
      </ul>
    </section>
  )
}
