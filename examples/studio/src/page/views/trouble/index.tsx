import { useState } from 'preact/hooks'

import { ActionButton } from '../../components/action-button.js'
import { Switch } from '../../components/switch.js'
import { messageOf } from '../../request.js'
import { texts } from '../../texts.js'
import { networkOf, type ViewProps } from '../../view-props.js'
import { troubleApi } from './api.js'
import { AttemptRow } from './attempt-row.js'
import { StepList } from './step-list.js'
import { Switches } from './switches.js'
import { useTrouble } from './use-trouble.js'
import { Workers } from './workers.js'

/** View with the fault switches of the emulated networks, and the steps of the library. */
export function TroubleView({ state, notify, isLive, go }: ViewProps) {
  const { info, take, steps } = useTrouble(state.steps, isLive, notify)
  const [picked, pick] = useState<string | null>(null)
  const [hasBackground, setBackground] = useState(false)
  const account = state.accounts.find(({ id }) => id === picked) ?? state.accounts[0]
  if (account === undefined) return null
  const network = account.network
  const shown = steps.filter(
    (step) => (hasBackground || !step.isBackground) && (step.network ?? network) === network,
  )
  const kill = () => {
    troubleApi.kill().catch((error: unknown) => notify(messageOf(error)))
  }

  return (
    <div class="trouble">
      <section class="panel" aria-labelledby="trouble">
        <div class="panel-head">
          <h2 id="trouble">{texts.trouble.title}</h2>
        </div>
        <p class="lead">{texts.trouble.help}</p>
        <div class="card">
          <label>
            {texts.trouble.at}
            <select value={account.id} onChange={(event) => pick(event.currentTarget.value)}>
              {state.accounts.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name} · {networkOf(state, id)?.displayName}
                </option>
              ))}
            </select>
          </label>
          <Switches
            switches={info?.switches[network] ?? []}
            onChange={(trouble, isOn) => take(troubleApi.set(network, trouble, isOn))}
          />
          <div class="kill">
            <button type="button" class="danger" disabled={info?.canKill !== true} onClick={kill}>
              {texts.trouble.kill}
            </button>
            <small>{info?.canKill === false ? texts.trouble.cannotKill : texts.trouble.killHelp}</small>
          </div>
        </div>
        <AttemptRow
          account={account}
          network={networkOf(state, account.id)}
          posts={state.posts}
          notify={notify}
        />
      </section>
      <div class="trouble-seen">
        {state.workers !== null && <Workers info={state.workers} state={state} go={go} notify={notify} />}
        <section class="panel steps" aria-labelledby="steps">
          <div class="panel-head">
            <h2 id="steps">{texts.trouble.steps}</h2>
            <Switch label={texts.trouble.showBackground} isOn={hasBackground} onChange={setBackground} />
            <ActionButton icon="trash" label={texts.trouble.clear} onClick={() => take(troubleApi.clear())} />
          </div>
          <StepList steps={shown} />
        </section>
      </div>
    </div>
  )
}
