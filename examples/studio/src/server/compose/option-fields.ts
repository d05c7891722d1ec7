import { searchedOptions } from '@social/core'
import { describeOptions, type OptionDescription, type Platform } from '@social/core/platform'

import type { OptionField } from '../../shared/networks.js'

const KINDS: Readonly<Partial<Record<OptionDescription['type'], OptionField['kind']>>> = {
  choice: 'choice',
  boolean: 'yesNo',
  number: 'number',
  list: 'list',
  text: 'text',
}

/** Converts a name to a readable label: `spoilerText` becomes `Spoiler text`. */
function toLabel(name: string): string {
  const label = name.replaceAll('.', ' ').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return label.charAt(0).toUpperCase() + label.slice(1)
}

/**
 * Returns the fields of an option. An option with parts, such as a poll, has one optional field for each part. Deeper
 * nested parts get no fields.
 */
function toFields(option: OptionDescription, whole = ''): readonly Omit<OptionField, 'isSearched'>[] {
  const { type, items, fields } = option
  const name = `${whole}${option.name}`
  if (type === 'object' && whole === '') return fields.flatMap((part) => toFields(part, `${name}.`))
  const kind = KINDS[type]
  // Objects cannot be typed into a text field.
  if (kind === undefined || (kind === 'list' && items?.type !== 'text' && items?.type !== 'choice')) return []
  // The allowed values of a list are the allowed values of its items.
  const { choices } = items ?? option
  return [
    {
      name,
      label: toLabel(name),
      kind,
      required: whole === '' && option.isRequired,
      choices: choices.filter((choice) => typeof choice === 'string'),
    },
  ]
}

/** Generates the form fields for the post options of a network from the library's descriptions. */
export function optionFields(platform: Platform): readonly OptionField[] {
  const { postOptions } = platform
  if (postOptions === undefined) return []
  const searched = new Set(searchedOptions(platform))
  return describeOptions(postOptions)
    .flatMap((option) => toFields(option))
    .map((field) => ({ ...field, isSearched: searched.has(field.name) }))
}
