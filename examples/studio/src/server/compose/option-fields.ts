import { type OptionDescription, searchedOptions, type SocialClient } from '@social/core'

import type { OptionField } from '../../shared/networks.js'

const KINDS: Readonly<Partial<Record<OptionDescription['type'], OptionField['kind']>>> = {
  choice: 'choice',
  boolean: 'yesNo',
  number: 'number',
  list: 'list',
  text: 'text',
}

/** Label of an option in the language of the page. */
const labelOf = ({ info, name }: OptionDescription): string => info?.label.en ?? name

/**
 * Returns the fields of an option. An option with parts, such as a poll, has one optional field for each part. Deeper
 * nested parts get no fields.
 */
function toFields(
  option: OptionDescription,
  whole: OptionDescription | null = null,
): readonly Omit<OptionField, 'isSearched'>[] {
  const { type, items, fields, info } = option
  if (type === 'object' && whole === null) return fields.flatMap((part) => toFields(part, option))
  const kind = KINDS[type]
  // Objects cannot be typed into a text field.
  if (kind === undefined || (kind === 'list' && items?.type !== 'text' && items?.type !== 'choice')) return []
  // The allowed values of a list are the allowed values of its items.
  const { choices } = items ?? option
  const labels = info?.choices ?? items?.info?.choices
  return [
    {
      name: whole === null ? option.name : `${whole.name}.${option.name}`,
      label: whole === null ? labelOf(option) : `${labelOf(whole)}: ${labelOf(option)}`,
      help: info?.help?.en ?? null,
      unit: kind === 'number' ? (info?.unit ?? null) : null,
      kind,
      required: whole === null && option.isRequired,
      choices: choices
        .filter((choice) => typeof choice === 'string')
        .map((value) => ({ value, label: labels?.[value]?.label.en ?? value })),
    },
  ]
}

/** Returns the form fields for the post options of a network. */
export function optionFields(
  social: Pick<SocialClient, 'optionsOf' | 'platformFor'>,
  network: string,
): readonly OptionField[] {
  const searched = new Set(searchedOptions(social.platformFor(network)))
  return social
    .optionsOf(network)
    .flatMap((option) => toFields(option))
    .map((field) => ({ ...field, isSearched: searched.has(field.name) }))
}
