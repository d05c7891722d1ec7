import { searchedOptions } from '@social/core'
import type { Platform } from '@social/core/platform'

import type { OptionField } from '../../shared/networks.js'

/** The parts of a valibot schema that say what a field takes. */
interface SchemaParts {
  readonly type: string
  readonly wrapped?: SchemaParts
  readonly entries?: Readonly<Record<string, SchemaParts>>
  readonly options?: readonly unknown[]
  /** What a list holds. */
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

/** `spoilerText` as people write it: `Spoiler text`. */
function toLabel(name: string): string {
  const label = name.replaceAll('.', ' ').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return label.charAt(0).toUpperCase() + label.slice(1)
}

/** True for what a line of a list can hold. */
function isPlain(item: SchemaParts | undefined): boolean {
  return item !== undefined && ['string', 'picklist', 'union'].includes(item.type)
}

/** A field for an option, and one for each part of an option with parts, such as a poll; none where those have parts too. */
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
  // A list of things with parts is nothing one types into a line.
  if (kind === undefined || (kind === 'list' && !isPlain(inner.item))) return []
  // Of a list, what each of its lines may be.
  const chosen = kind === 'list' ? inner.item : inner
  const choices = (chosen?.options ?? []).filter((choice) => typeof choice === 'string')
  return [{ name, label: toLabel(name), kind, required, choices }]
}

/** The post options of a network, read from the schema it checks them with: a new network brings its own fields. */
export function optionFields(platform: Platform): readonly OptionField[] {
  if (!('postOptions' in platform)) return []
  const schema = platform.postOptions as SchemaParts // a valibot schema; missing parts read as undefined
  const searched = new Set(searchedOptions(platform))
  return Object.entries(schema.entries ?? {})
    .flatMap(([name, entry]) => toFields(name, entry))
    .map((field) => ({ ...field, isSearched: searched.has(field.name) }))
}
