import { useState } from 'preact/hooks'

import { Icon } from '../../components/icon.js'
import { texts } from '../../texts.js'
import { networkOf, type ViewProps } from '../../view-props.js'
import { AccountCard } from './account-card.js'
import { ConnectForm } from './connect-form.js'
import { useSignIn } from './use-sign-in.js'

/**
 * View of all accounts with connection health, permissions and remaining limits. Contains the form
 * that connects an account.
 */
export function AccountsView({ state, notify }: ViewProps) {
  const signIn = useSignIn()
  const [isConnecting, setConnecting] = useState(false)
  const isNew = state.accounts.length === 0
  const isAsking = isNew || isConnecting
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
      {isNew && <p class="welcome">{texts.accounts.welcome}</p>}
      {isAsking && (
        <ConnectForm
          networks={state.networks}
          signIn={signIn}
          onCancel={isNew ? null : () => setConnecting(false)}
        />
      )}
      {!isAsking && signIn.problem !== null && (
        <p class="problem" role="alert">
          {signIn.problem}
        </p>
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
