import type { GenericSchema } from 'valibot'

import { assertObject } from '../../models/values/assert-object.js'
import { infoOf, type OptionInfo } from './option-info.js'
import { entriesOf, type SchemaAction, type SchemaView, viewOf } from './schema-view.js'

/** Type of the value of an option. `json` = any other value. */
export type OptionType = 'text' | 'number' | 'boolean' | 'choice' | 'list' | 'object' | 'media' | 'json'

/** One post option of a network, for a form. */
export interface OptionDescription {
  readonly name: string
  readonly type: OptionType
  readonly isRequired: boolean
  /** Default of the library; undefined without one. */
  readonly default: unknown
  /** Accepted values of a choice; empty for other types. */
  readonly choices: readonly (string | number | boolean)[]
  /** Minimum of a number, or minimum length of a text or list; null without one. */
  readonly min: number | null
  /** Maximum of a number, or maximum length of a text or list; null without one. */
  readonly max: number | null
  /** Type of the items of a list; null for other types. */
  readonly items: OptionDescription | null
  /** Fields of an object; empty for other types. */
  readonly fields: readonly OptionDescription[]
  /** Label, help, the network's own name, unit and conditions. Null if the network package gives none. */
  readonly info: OptionInfo | null
}

const TYPES: Readonly<Record<string, OptionType>> = {
  string: 'text',
  number: 'number',
  bigint: 'number',
  boolean: 'boolean',
  picklist: 'choice',
  literal: 'choice',
  union: 'text',
  enum: 'choice',
  array: 'list',
  tuple: 'list',
  custom: 'media',
  instance: 'media',
}

const MIN: ReadonlySet<string | undefined> = new Set(['min_value', 'min_length', 'min_graphemes', 'gt_value'])
const MAX: ReadonlySet<string | undefined> = new Set(['max_value', 'max_length', 'max_graphemes', 'lt_value'])

/** The schema inside `optional`, `nullable` and similar wrappers. */
function unwrapped(schema: SchemaView): SchemaView {
  return schema.wrapped === undefined ? schema : unwrapped(schema.wrapped)
}

function actionsOf(schema: SchemaView): readonly SchemaAction[] {
  return (schema.pipe ?? []).flatMap((part) => [part, ...(part === schema ? [] : actionsOf(part))])
}

function limitOf(schema: SchemaView, names: ReadonlySet<string | undefined>): number | null {
  const found = actionsOf(schema).find(({ type }) => names.has(type))?.requirement
  return typeof found === 'number' ? found : null
}

function choicesOf(schema: SchemaView): readonly (string | number | boolean)[] {
  const values: readonly unknown[] = schema.type === 'literal' ? [schema.literal] : (schema.options ?? [])
  return values.filter((value) => typeof value !== 'object') as readonly (string | number | boolean)[] // a picklist has only these
}

function describe(name: string, schema: SchemaView): OptionDescription {
  const inner = unwrapped(schema)
  const entries = entriesOf(inner)
  const type = entries ? 'object' : (TYPES[inner.type ?? ''] ?? 'json')
  return {
    name,
    type,
    isRequired: !['optional', 'exact_optional', 'nullish', 'undefinedable'].includes(schema.type ?? ''),
    default: schema.default,
    choices: type === 'choice' ? choicesOf(inner) : [],
    min: limitOf(inner, MIN),
    max: limitOf(inner, MAX),
    items: inner.item === undefined ? null : describe(name, inner.item),
    fields: entries === null ? [] : Object.entries(entries).map(([field, entry]) => describe(field, entry)),
    info: infoOf(schema as GenericSchema), // safe cast: a view is a schema, seen by some of its properties
  }
}

/** Describes the post options of a schema: what a form needs to draw them. */
export function describeOptions(schema: GenericSchema): readonly OptionDescription[] {
  assertObject(schema, 'describeOptions', 'a schema of valibot')
  const entries = entriesOf(viewOf(schema)) ?? {}
  return Object.entries(entries).map(([name, entry]) => describe(name, entry))
}
