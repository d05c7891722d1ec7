import { useEffect, useRef, useState } from 'preact/hooks'

import type { SignInField } from '../../../shared/accounts.js'
import type { NetworkInfo } from '../../../shared/networks.js'
import { texts } from '../../texts.js'
import type { PendingStep, SignIn } from './use-sign-in.js'

type Answers = Readonly<Record<string, string>>

function Field(props: {
  readonly field: SignInField
  readonly value: string
  readonly onChange: (value: string) => void
}) {
  const { name, label, secret, help_text: help } = props.field
  const helpId = `help-${name}`
  const shared = {
    name,
    required: true,
    autocapitalize: 'off',
    spellcheck: false,
    'aria-describedby': help === null ? undefined : helpId,
    value: props.value,
    onInput: (event: InputEvent & { readonly currentTarget: HTMLInputElement }) =>
      props.onChange(event.currentTarget.value),
  } as const
  return (
    <div>
      <label>
        {label}
        {secret ? (
          <input type="password" autocomplete="current-password" {...shared} />
        ) : (
          <input type="text" autocomplete="username" {...shared} />
        )}
      </label>
      {help !== null && (
        <small id={helpId} class="help">
          {help}
        </small>
      )}
    </div>
  )
}

/**
 * Sign-in form for networks without a sign-in page. The form is generated from the fields that the
 * network requires.
 */
export function DetailsForm(props: {
  readonly network: NetworkInfo
  readonly step: Extract<PendingStep, { step: 'ask_for_details' }>
  readonly signIn: SignIn
}) {
  const { network, step, signIn } = props
  const [answers, setAnswers] = useState<Answers>({})
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  const example = Object.entries(network.sampleSignIn)

  return (
    <form
      ref={form}
      class="card connect"
      onSubmit={(event) => {
        event.preventDefault()
        void signIn.answer(answers)
      }}
    >
      <h2>{texts.accounts.signInTo(network.displayName)}</h2>
      {example.length > 0 && (
        <p class="try">
          {texts.accounts.inEmulator}
          {example.map(([name, value]) => (
            <code key={name}>{value}</code>
          ))}
          <button type="button" class="chip" onClick={() => setAnswers(network.sampleSignIn)}>
            {texts.accounts.fillIn}
          </button>
        </p>
      )}
      {step.fields.map((field) => (
        <Field
          key={field.name}
          field={field}
          value={answers[field.name] ?? ''}
          onChange={(value) => setAnswers((before) => ({ ...before, [field.name]: value }))}
        />
      ))}
      {signIn.problem !== null && (
        <p class="problem" role="alert">
          {signIn.problem}
        </p>
      )}
      <div class="actions">
        <button type="submit" aria-busy={signIn.isBusy} disabled={signIn.isBusy}>
          {texts.accounts.signIn}
        </button>
        <button type="button" class="secondary outline" onClick={signIn.cancel}>
          {texts.accounts.cancel}
        </button>
        {step.help_url !== null && (
          <a class="link" href={step.help_url} target="_blank" rel="noreferrer">
            {texts.accounts.whereToFind}
          </a>
        )}
      </div>
    </form>
  )
}
