import type { AccountInfo, NetworkInfo } from '../../shared/api.js'
import { useTheme } from '../use-theme.js'
import { Avatar } from './avatar.js'
import { Icon } from './icon.js'

const THEME_ICONS = { auto: 'auto', light: 'sun', dark: 'moon' } as const

function AccountPicker(props: {
  readonly accounts: readonly AccountInfo[]
  readonly networks: readonly NetworkInfo[]
  readonly account: AccountInfo
  readonly onPick: (id: string) => void
}) {
  return (
    <div class="account-picker">
      <Avatar name={props.account.name} url={props.account.avatarUrl} />
      <select
        aria-label="Account"
        value={props.account.id}
        onChange={(event) => props.onPick(event.currentTarget.value)}
      >
        {props.accounts.map(({ id, name, network }) => (
          <option key={id} value={id}>
            {name} · {props.networks.find((one) => one.name === network)?.displayName ?? network}
          </option>
        ))}
      </select>
    </div>
  )
}

/** The line on top: where one is, as whom, and whether the page hears from the server. */
export function Header(props: {
  readonly accounts: readonly AccountInfo[]
  readonly networks: readonly NetworkInfo[]
  readonly account: AccountInfo | null
  readonly isLive: boolean
  readonly onPick: (id: string) => void
  readonly onConnect: () => void
}) {
  const [theme, nextTheme] = useTheme()
  return (
    <header class="top">
      <h1>
        <span class="mark" aria-hidden="true" />
        Studio
      </h1>
      <output class="live" data-live={props.isLive}>
        {props.isLive ? 'live' : 'reconnecting'}
      </output>
      {props.account !== null && (
        <>
          <AccountPicker
            accounts={props.accounts}
            networks={props.networks}
            account={props.account}
            onPick={props.onPick}
          />
          <button type="button" class="quiet" onClick={props.onConnect} title="Connect another account">
            <Icon name="plus" />
            <span class="wide">Connect</span>
          </button>
        </>
      )}
      <button
        type="button"
        class="quiet"
        onClick={nextTheme}
        aria-label={`Colours: ${theme}. Change`}
        title={`Colours: ${theme}`}
      >
        <Icon name={THEME_ICONS[theme]} />
      </button>
    </header>
  )
}
