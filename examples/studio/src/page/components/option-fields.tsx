import type { OptionChoices, OptionField } from '../../shared/api.js'

type Values = Readonly<Record<string, unknown>>

const YES_NO = ['Yes', 'No'] as const

function asText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return value.join(', ')
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** What was typed, as the option takes it; undefined when the field was emptied. */
function toValue({ kind }: OptionField, typed: string): unknown {
  if (typed.trim() === '') return undefined
  if (kind === 'number') return Number(typed)
  if (kind === 'yesNo') return typed === 'Yes'
  if (kind === 'list') return typed.split(',').map((one) => one.trim())
  return typed
}

/** A value by its name; `poll.options` is a part of `poll`. */
function valueAt(values: Values, name: string): unknown {
  const [whole = '', part] = name.split('.')
  const value = values[whole]
  if (part === undefined) return value
  return typeof value === 'object' && value !== null ? (value as Values)[part] : undefined // an option with parts
}

/** The values with one of them changed; what is emptied goes, and a whole without parts goes with it. */
function withValue(values: Values, name: string, value: unknown): Values {
  const [whole = '', part] = name.split('.')
  const { [whole]: before, ...others } = values
  if (part === undefined) return value === undefined ? others : { ...others, [whole]: value }
  const parts = withValue((before ?? {}) as Values, part, value) // an option with parts
  return Object.keys(parts).length === 0 ? others : { ...others, [whole]: parts }
}

function Field(props: {
  readonly field: OptionField
  /** What the account has to choose from; left out where it may say anything. */
  readonly choices: OptionChoices[string] | undefined
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}) {
  const { field, choices, value, onChange } = props
  if (choices !== undefined)
    return (
      <label>
        {field.label.replace(/ id$/, '')}
        <select
          required
          value={asText(value)}
          onChange={(event) => onChange(toValue(field, event.currentTarget.value))}
        >
          <option value="">Choose…</option>
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      </label>
    )
  if (field.kind === 'choice' || field.kind === 'yesNo')
    return (
      <label>
        {field.label}
        <select
          required={field.required}
          value={asText(value)}
          onChange={(event) => onChange(toValue(field, event.currentTarget.value))}
        >
          <option value="">{field.required ? 'Choose…' : 'Default'}</option>
          {(field.kind === 'yesNo' ? YES_NO : field.choices).map((choice) => (
            <option key={choice} value={choice}>
              {choice}
            </option>
          ))}
        </select>
      </label>
    )
  const shared = {
    required: field.required,
    value: asText(value),
    onInput: (event: InputEvent & { readonly currentTarget: HTMLInputElement }) =>
      onChange(toValue(field, event.currentTarget.value)),
  }
  return (
    <label>
      {field.label}
      {field.kind === 'number' ? (
        <input type="number" {...shared} />
      ) : (
        <input placeholder={field.kind === 'list' ? 'one, two, three' : ''} {...shared} />
      )}
    </label>
  )
}

/** Fields for whatever options the network's posts take; drawn from their description. */
export function OptionFields(props: {
  readonly fields: readonly OptionField[]
  readonly choices: OptionChoices
  readonly values: Values
  readonly onChange: (values: Values) => void
}) {
  const change = (name: string, value: unknown) => {
    props.onChange(withValue(props.values, name, value))
  }
  return (
    <div class="option-fields">
      {props.fields.map((field) => (
        <Field
          key={field.name}
          field={field}
          choices={props.choices[field.name]}
          value={valueAt(props.values, field.name)}
          onChange={(value) => change(field.name, value)}
        />
      ))}
    </div>
  )
}
