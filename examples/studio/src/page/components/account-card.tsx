import type { AccountInfo, NetworkInfo } from '../../shared/api.js'
import { api } from '../api.js'

/** Says what a person has to do about an account, and lets it go. */
export function AccountCard(props: {
  readonly account: AccountInfo
  readonly network: NetworkInfo | undefined
  readonly onConnect: () => void
  readonly notify: (text: string) => void
}) {
  const { account, network } = props
  const disconnect = () => {
    api
      .disconnect(account.id)
      .catch((error: unknown) => props.notify(error instanceof Error ? error.message : String(error)))
  }
  return (
    <aside class="account-line">
      <span>
        {network?.displayName ?? account.network} · <code>{account.id}</code>
      </span>
      <button type="button" class="link" onClick={disconnect}>
        Disconnect
      </button>
      {account.todo !== null && (
        <p class="problem">
          {account.todo}{' '}
          <button type="button" class="link" onClick={props.onConnect}>
            Sign in again
          </button>
        </p>
      )}
    </aside>
  )
}
