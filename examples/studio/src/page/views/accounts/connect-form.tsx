import { useState } from 'preact/hooks'

import type { NetworkInfo } from '../../../shared/networks.js'
import { texts } from '../../texts.js'
import type { SignIn } from './use-sign-in.js'

/**
 * Form that starts a sign-in. It selects the network and, for networks of many servers, the
 * server.
 */
export function ConnectForm(props: {
  readonly networks: readonly NetworkInfo[]
  readonly signIn: SignIn
  readonly onCancel: (() => void) | null
}) {
  const { networks, signIn } = props
  const [name, setName] = useState(networks[0]?.name ?? '')
  const network = networks.find((one) => one.name === name)
  const sample = Object.values(network?.sampleSignIn ?? {})
  const [host, setHost] = useState(network?.suggestedHost ?? '')

  const pick = (next: string) => {
    setName(next)
    setHost(networks.find((one) => one.name === next)?.suggestedHost ?? '')
  }
  const connect = (event: Event) => {
    event.preventDefault()
    void signIn.start({
      network: name,
      host: network?.suggestedHost == null ? null : host.trim(),
      accountId: null,
    })
  }

  return (
    <form class="card connect" onSubmit={connect}>
      <h2>{texts.accounts.connectTitle}</h2>
      <p>{texts.accounts.connectHelp}</p>
      <label>
        {texts.accounts.network}
        <select value={name} onChange={(event) => pick(event.currentTarget.value)}>
          {networks.map((one) => (
            <option key={one.name} value={one.name}>
              {one.displayName}
            </option>
          ))}
        </select>
      </label>
      {network !== undefined && network.suggestedHost !== null && (
        <label>
          {texts.accounts.server}
          <input
            name="host"
            required
            autocomplete="off"
            autocapitalize="off"
            spellcheck={false}
            value={host}
            onInput={(event) => setHost(event.currentTarget.value)}
          />
        </label>
      )}
      {sample.length > 0 && (
        <p class="try">
          {texts.accounts.inEmulator}
          {sample.map((value) => (
            <code key={value}>{value}</code>
          ))}
        </p>
      )}
      {signIn.problem !== null && (
        <p class="problem" role="alert">
          {signIn.problem}
        </p>
      )}
      <div class="actions">
        <button type="submit" aria-busy={signIn.isBusy} disabled={signIn.isBusy}>
          {texts.accounts.signIn}
        </button>
        {props.onCancel !== null && (
          <button type="button" class="secondary outline" onClick={props.onCancel}>
            {texts.accounts.cancel}
          </button>
        )}
      </div>
    </form>
  )
}
