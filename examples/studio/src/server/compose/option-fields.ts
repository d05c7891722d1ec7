import { searchedOptions } from '@social/core'
import type { Platform } from '@social/core/platform'

import type { OptionField } from '../../shared/networks.js'

/** Properties of a valibot schema that describe the type of a field. */
interface SchemaParts {
  readonly type: string
  readonly wrapped?: SchemaParts
  readonly entries?: Readonly<Record<string, SchemaParts>>
  readonly options?: readonly unknown[]
  /** Schema of the list items. */
  readonly item?: SchemaParts
}

const WRAPPERS = new Set(['optional', 'exact_optional', 'nullish', 'nullable', 'undefinedable'])
const KINDS: Readonly<Record<string, OptionField['kind']>> = {
  picklist: 'choice',
  boolean: 'yesNo',
  number: 'number',
  array: 'list',
  string: 'text',
  union: 'text',
}

/** Converts a name to a readable label: `spoilerText` becomes `Spoiler text`. */
function toLabel(name: string): string {
  const label = name.replaceAll('.', ' ').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return label.charAt(0).toUpperCase() + label.slice(1)
}

/** Returns true if a list item can be typed as text. */
function isPlain(item: SchemaParts | undefined): boolean {
  return item !== undefined && ['string', 'picklist', 'union'].includes(item.type)
}

/**
 * Returns the fields of an option. An option with parts, such as a poll, has one field for each part. Deeper nested
 * parts get no fields.
 */
function toFields(
  name: string,
  schema: SchemaParts,
  isPart = false,
): readonly Omit<OptionField, 'isSearched'>[] {
  const required = !isPart && !WRAPPERS.has(schema.type)
  let inner = schema
  while (inner.wrapped !== undefined) inner = inner.wrapped
  if (inner.entries !== undefined && !isPart)
    return Object.entries(inner.entries).flatMap(([part, entry]) => toFields(`${name}.${part}`, entry, true))
  const kind = KINDS[inner.type]
  // A list of objects gets no field, because objects cannot be typed into a text field.
  if (kind === undefined || (kind === 'list' && !isPlain(inner.item))) return []
  // The allowed values of a list are the allowed values of its items.
  const chosen = kind === 'list' ? inner.item : inner
  const choices = (chosen?.options ?? []).filter((choice) => typeof choice === 'string')
  return [{ name, label: toLabel(name), kind, required, choices }]
}

/**
 * Generates the form fields for the post options of a network from the schema that validates the
 * options.
 */
export function optionFields(platform: Platform): readonly OptionField[] {
  if (!('postOptions' in platform)) return []
  const schema = platform.postOptions as SchemaParts // safe cast: every valibot schema may have these properties, and missing ones are undefined
  const searched = new Set(searchedOptions(platform))
  return Object.entries(schema.entries ?? {})
    .flatMap(([name, entry]) => toFields(name, entry))
    .map((field) => ({ ...field, isSearched: searched.has(field.name) }))
}
