import { texts } from '../../texts.js'

/**
 * Selects any number of values from a list. If no value is selected, the network's default
 * applies.
 */
export function SeveralChoices(props: {
  readonly label: string
  readonly choices: readonly { readonly value: string; readonly label: string }[]
  readonly value: unknown
  readonly onChange: (value: readonly string[] | undefined) => void
}) {
  const { choices, onChange } = props
  const picked: readonly unknown[] = Array.isArray(props.value) ? props.value : []
  const toggle = (value: string) => {
    const next = choices.flatMap((one) =>
      picked.includes(one.value) !== (one.value === value) ? [one.value] : [],
    )
    onChange(next.length === 0 ? undefined : next)
  }
  return (
    <fieldset class="several">
      <legend>{props.label}</legend>
      {choices.map(({ value, label }) => (
        <label key={value}>
          <input type="checkbox" checked={picked.includes(value)} onChange={() => toggle(value)} />
          {label}
        </label>
      ))}
      {picked.length === 0 && <small>{texts.compose.asNetwork}</small>}
    </fieldset>
  )
}
