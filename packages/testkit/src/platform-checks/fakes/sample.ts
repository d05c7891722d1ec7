import * as v from 'valibot'

import { likeliestSuccess, isLeftOut, numbersFor, type Place, textsFor } from './texts.js'

/** How deep a reply is made up: schemas of trees never end by themselves. Our choice. */
const MAX_LEVELS = 8
/** Elements of a made-up list: two, so that what must differ between them can be seen. */
const LIST_LENGTH = 2

/** What is read of a schema of valibot. They are plain objects: https://valibot.dev/guides/internal-architecture/ (read 2026-11-22) */
interface Shape {
  readonly type: string
  readonly entries?: Readonly<Record<string, v.GenericSchema>>
  readonly item?: v.GenericSchema
  readonly items?: readonly v.GenericSchema[]
  readonly wrapped?: v.GenericSchema
  readonly options?: readonly unknown[]
  readonly literal?: unknown
  readonly value?: v.GenericSchema
  readonly pipe?: readonly [v.GenericSchema, ...unknown[]]
  getter?(input: unknown): v.GenericSchema
}

/**
 * Makes up something that a schema reads: what a network might have answered. The same for the same turn.
 *
 * @param schema - What the platform reads a reply with.
 * @param turn - How many replies were made up before.
 * @param options - `round`: how often the same was asked before; waiting for a state ends because of it. `origin` is where the request went; with `isBare` whatever may be left out is.
 */
export function sampleOf(
  schema: v.GenericSchema,
  turn: number,
  options: { readonly round?: number; readonly origin?: string; readonly isBare?: boolean } = {},
): unknown {
  const { round = 0, origin = 'https://made-up.example', isBare = false } = options
  return sample(schema, '', { index: 0, turn, round, origin, isBare }, 0)
}

function sample(schema: v.GenericSchema, field: string, place: Place, level: number): unknown {
  const tried = candidates(schema, field, place, level)
  let first: unknown
  let isFirst = true
  for (const value of tried) {
    if (v.safeParse(schema, value).success) return value
    if (isFirst) first = value
    isFirst = false
  }
  // What it checks cannot be told from outside: the closest there is.
  return first
}

function* candidates(shape: Shape, field: string, place: Place, level: number): Generator {
  // A pipe says in its actions what its first schema must look like: that one is filled, the whole one judges.
  const { type } = shape
  switch (type) {
    case 'string':
      yield* textsFor(field, place)
      return
    case 'number':
      yield* numbersFor(field, place)
      return
    case 'boolean':
      yield* /^(ok|success|succeeded|active)$/i.test(field) ? [true, false] : [false, true]
      return
    case 'bigint':
      yield 71n
      return
    case 'null':
      yield null
      return
    case 'undefined':
    case 'void':
      yield undefined
      return
    case 'literal':
      yield shape.literal
      return
    case 'picklist':
    case 'enum':
      yield likeliestSuccess(shape.options ?? [])
      yield* shape.options ?? []
      return
    case 'optional':
    case 'nullish':
    case 'undefinedable':
    case 'exact_optional':
    case 'nullable':
    case 'non_nullish':
    case 'non_nullable':
    case 'non_optional':
      yield* wrapped(shape, field, place, level)
      return
    case 'union':
    case 'variant':
    case 'intersect':
      for (const option of shape.options ?? [])
        yield sample(option as v.GenericSchema, field, place, level + 1) // options of these are schemas
      if (type === 'intersect') yield merged(shape, field, place, level)
      return
    case 'lazy':
      if (shape.getter && level < MAX_LEVELS) yield sample(shape.getter(undefined), field, place, level + 1)
      return
    default:
      yield* compound(shape, field, place, level)
  }
}

function* wrapped(shape: Shape, field: string, place: Place, level: number): Generator {
  const absent = shape.type === 'nullable' || shape.type === 'nullish' ? null : undefined
  const mayBeAbsent = !shape.type.startsWith('non_')
  if (mayBeAbsent && (place.isBare || isLeftOut(field) || level >= MAX_LEVELS)) yield absent
  if (shape.wrapped) yield sample(shape.wrapped, field, place, level)
  if (mayBeAbsent) yield absent
}

function* compound(shape: Shape, field: string, place: Place, level: number): Generator {
  const { entries, item, items, value } = shape
  if (entries) yield filled(entries, place, level)
  else if (item)
    yield level >= MAX_LEVELS
      ? []
      : Array.from({ length: LIST_LENGTH }, (_none, index) =>
          sample(item, field.replace(/s$/, ''), { ...place, index }, level + 1),
        )
  else if (items) yield items.map((one, index) => sample(one, field, { ...place, index }, level + 1))
  else if (value) yield { 'made-up': sample(value, field, place, level + 1) }
  else {
    // Anything goes, or nobody can tell what.
    yield* textsFor(field, place)
    yield* numbersFor(field, place)
    yield {}
    yield []
  }
}

function filled(
  entries: Readonly<Record<string, v.GenericSchema>>,
  place: Place,
  level: number,
): Record<string, unknown> {
  const made: Record<string, unknown> = {}
  for (const [name, schema] of Object.entries(entries)) {
    const value = sample(schema, name, place, level + 1)
    if (value !== undefined) made[name] = value
  }
  return made
}

function merged(shape: Shape, field: string, place: Place, level: number): unknown {
  const parts = (shape.options ?? []).map(
    (option) => sample(option as v.GenericSchema, field, place, level + 1), // options of an intersection are schemas
  )
  return Object.assign({}, ...parts)
}
