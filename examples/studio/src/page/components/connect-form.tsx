import { useState } from 'preact/hooks'

import type { NetworkInfo } from '../../shared/api.js'
import { api } from '../api.js'

/** Starts a sign-in: picks a network and, where it has many servers, which one. */
export function ConnectForm(props: {
  readonly networks: readonly NetworkInfo[]
  readonly notify: (text: string) => void
  readonly onCancel: (() => void) | null
}) {
  const [name, setName] = useState(props.networks[0]?.name ?? '')
  const network = props.networks.find((one) => one.name === name)
  const [host, setHost] = useState(network?.suggestedHost ?? '')
  const [isBusy, setBusy] = useState(false)

  const pick = (next: string) => {
    setName(next)
    setHost(props.networks.find((one) => one.name === next)?.suggestedHost ?? '')
  }
  const connect = async (event: Event) => {
    event.preventDefault()
    setBusy(true)
    try {
      const { url } = await api.connect(name, network?.suggestedHost == null ? null : host.trim())
      location.assign(url)
    } catch (error) {
      setBusy(false)
      props.notify(error instanceof Error ? error.message : String(error))
    }
  }

  return (
    <form class="card connect" onSubmit={(event) => void connect(event)}>
      <h2>Connect an account</h2>
      <p>
        You are sent to the network, say yes there, and come back here. The address filled in is the emulator
        that runs beside this page, so nothing leaves your machine.
      </p>
      <label>
        Network
        <select value={name} onChange={(event) => pick(event.currentTarget.value)}>
          {props.networks.map((one) => (
            <option key={one.name} value={one.name}>
              {one.displayName}
            </option>
          ))}
        </select>
      </label>
      {network !== undefined && network.suggestedHost !== null && (
        <label>
          Server
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
      <div class="actions">
        <button type="submit" aria-busy={isBusy} disabled={isBusy}>
          Go to the sign-in page
        </button>
        {props.onCancel !== null && (
          <button type="button" class="secondary outline" onClick={props.onCancel}>
            Cancel
          </button>
        )}
      </div>
    </form>
  )
}
