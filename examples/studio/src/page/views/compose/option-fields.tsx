import { useId } from 'preact/hooks'

import { type CheckInfo, issueAt } from '../../../shared/compose.js'
import type { OptionChoice, OptionChoices, OptionField } from '../../../shared/networks.js'
import { texts } from '../../texts.js'
import { SearchedChoice } from './searched-choice.js'
import { SeveralChoices } from './several-choices.js'

type Values = Readonly<Record<string, unknown>>

const YES_NO = [texts.compose.yes, texts.compose.no].map((value) => ({ value, label: value }))

function asText(value: unknown): string {
  if (typeof value === 'boolean') return value ? texts.compose.yes : texts.compose.no
  if (Array.isArray(value)) return value.join(', ')
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** Converts typed text to the type of the option. Returns undefined for an empty field. */
function toValue({ kind }: OptionField, typed: string): unknown {
  if (typed.trim() === '') return undefined
  if (kind === 'number') return Number(typed)
  if (kind === 'yesNo') return typed === texts.compose.yes
  if (kind === 'list') return typed.split(',').map((one) => one.trim())
  return typed
}

/**
 * Reads an option value by name. The name `poll.options` reads the part `options` of the option
 * `poll`.
 */
function valueAt(values: Values, name: string): unknown {
  const [whole = '', part] = name.split('.')
  const value = values[whole]
  if (part === undefined) return value
  return typeof value === 'object' && value !== null ? (value as Values)[part] : undefined // safe cast: only an option with parts has a name with a dot, so `value` contains the parts
}

/**
 * Sets one option value. An empty value removes the option or part, and an option without parts is
 * removed too.
 */
function withValue(values: Values, name: string, value: unknown): Values {
  const [whole = '', part] = name.split('.')
  const { [whole]: before, ...others } = values
  if (part === undefined) return value === undefined ? others : { ...others, [whole]: value }
  const parts = withValue((before ?? {}) as Values, part, value) // safe cast: only an option with parts has a name with a dot, so `before` contains the parts
  return Object.keys(parts).length === 0 ? others : { ...others, [whole]: parts }
}

type Choice = OptionChoices[string][number]

/** Returns the allowed values of a field, or null if any text is allowed. */
function choicesOf(
  field: OptionField,
  ofAccount: OptionChoices[string] | undefined,
): readonly Choice[] | null {
  if (ofAccount !== undefined) return ofAccount
  if (field.kind === 'yesNo') return YES_NO
  return field.choices.length > 0 ? field.choices : null
}

function Field(props: {
  readonly field: OptionField
  /**
   * Values of this option that the network offers to the account. Undefined if the network offers
   * no list.
   */
  readonly ofAccount: OptionChoices[string] | undefined
  readonly value: unknown
  /** Error message of the check for this field. Null if the field is valid. */
  readonly problem: string | null
  /** Searches for values of this option. */
  readonly search: (typed: string) => Promise<readonly OptionChoice[]>
  readonly onChange: (value: unknown) => void
}) {
  const { field, ofAccount, value, problem, onChange } = props
  const id = useId()
  const choices = choicesOf(field, ofAccount)
  const isAsked = field.required || ofAccount !== undefined
  const shared = {
    'aria-required': field.required,
    'aria-invalid': problem === null ? undefined : true,
    'aria-describedby': `${id}-help ${id}-problem`,
    value: asText(value),
  } as const
  const change = ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
    onChange(toValue(field, currentTarget.value))
  const label = field.unit === null ? field.label : `${field.label} (${field.unit})`
  if (field.isSearched)
    return (
      <SearchedChoice
        label={label}
        value={asText(value)}
        problem={problem}
        search={props.search}
        onChange={onChange}
      />
    )
  if (choices !== null && field.kind === 'list')
    return <SeveralChoices label={label} choices={choices} value={value} onChange={onChange} />
  return (
    <div class="option">
      <label>
        {label}
        {choices === null && field.kind === 'number' && <input type="number" onInput={change} {...shared} />}
        {choices === null && field.kind !== 'number' && (
          <input
            placeholder={field.kind === 'list' ? texts.compose.severalValues : ''}
            onInput={change}
            {...shared}
          />
        )}
        {choices !== null && (
          <select onChange={change} {...shared}>
            <option value="">{isAsked ? texts.compose.choose : texts.compose.asNetwork}</option>
            {choices.map((choice) => (
              <option key={choice.value} value={choice.value}>
                {choice.label}
              </option>
            ))}
          </select>
        )}
      </label>
      {field.help !== null && (
        <p class="option-help" id={`${id}-help`}>
          {field.help}
        </p>
      )}
      {problem !== null && (
        <p class="refusal" id={`${id}-problem`}>
          {problem}
        </p>
      )}
    </div>
  )
}

/**
 * Form fields for all post options of a network, generated from the descriptions of the options.
 */
export function OptionFields(props: {
  readonly fields: readonly OptionField[]
  readonly choices: OptionChoices
  readonly values: Values
  readonly check: CheckInfo | null
  /** Searches for values of an option. */
  readonly search: (option: string, typed: string) => Promise<readonly OptionChoice[]>
  readonly onChange: (values: Values) => void
}) {
  // Required options and options with a list from the network come first.
  const isAsked = ({ name, required }: OptionField) => required || props.choices[name] !== undefined
  const asked = props.fields.filter(isAsked)
  const others = props.fields.filter((field) => !isAsked(field))
  const draw = (field: OptionField) => (
    <Field
      key={field.name}
      field={field}
      ofAccount={props.choices[field.name]}
      value={valueAt(props.values, field.name)}
      problem={issueAt(props.check, field.name)}
      search={(typed) => props.search(field.name, typed)}
      onChange={(value) => props.onChange(withValue(props.values, field.name, value))}
    />
  )
  const isAboutOthers = others.some(({ name }) => issueAt(props.check, name) !== null)
  return (
    <>
      {asked.map((field) => draw(field))}
      {asked.length > 0 && others.length > 0 && (
        <details class="more" open={isAboutOthers || undefined}>
          <summary>{texts.compose.moreOptions(others.length)}</summary>
          <div class="option-fields">{others.map((field) => draw(field))}</div>
        </details>
      )}
      {asked.length === 0 && others.map((field) => draw(field))}
    </>
  )
}
