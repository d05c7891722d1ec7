import { useEffect, useRef, useState } from 'preact/hooks'

import type { NetworkInfo } from '../../../shared/networks.js'
import { texts } from '../../texts.js'
import type { PendingStep, SignIn } from './use-sign-in.js'

/** Form to select an account if the sign-in offers several accounts. */
export function ChoiceForm(props: {
  readonly network: NetworkInfo
  readonly step: Extract<PendingStep, { step: 'choose_account' }>
  readonly signIn: SignIn
}) {
  const { network, step, signIn } = props
  const [picked, pick] = useState(step.options[0]?.id ?? '')
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  return (
    <form
      ref={form}
      class="card connect"
      onSubmit={(event) => {
        event.preventDefault()
        void signIn.answer({ account_id: picked })
      }}
    >
      <h2>{texts.accounts.chooseTitle}</h2>
      <fieldset class="choices">
        <legend>{texts.accounts.opens(network.displayName)}</legend>
        {step.options.map(({ id, name, kind }) => (
          <label key={id}>
            <input
              type="radio"
              name="account_id"
              value={id}
              checked={id === picked}
              onChange={() => pick(id)}
            />
            <span>{name}</span>
            {kind !== null && <small>{kind}</small>}
          </label>
        ))}
      </fieldset>
      {signIn.problem !== null && (
        <p class="problem" role="alert">
          {signIn.problem}
        </p>
      )}
      <div class="actions">
        <button type="submit" aria-busy={signIn.isBusy} disabled={signIn.isBusy || picked === ''}>
          {texts.accounts.go}
        </button>
        <button type="button" class="secondary outline" onClick={signIn.cancel}>
          {texts.accounts.cancel}
        </button>
      </div>
    </form>
  )
}
