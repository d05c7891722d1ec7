import type { AccountInfo, NetworkInfo, SpendingInfo } from '../../shared/api.js'
import { api } from '../api.js'

/** Says what a person has to do about an account, and lets it go. */
export function AccountCard(props: {
  readonly account: AccountInfo
  readonly network: NetworkInfo | undefined
  /** What may be spent at its network. */
  readonly spending: readonly SpendingInfo[]
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
      {props.spending.map(({ bucket, spent, limit }) => (
        <output key={bucket} title="Spent in the last 24 hours">
          {spent.toLocaleString('en')} of {limit.toLocaleString('en')} {bucket}
        </output>
      ))}
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
