import * as v from 'valibot'

import { likeliestSuccess, isLeftOut, numbersFor, type Place, textsFor } from './texts.js'

/** Maximum nesting of a generated reply, because some schemas are recursive. Our choice. */
const MAX_LEVELS = 8
/**
 * Number of elements in a generated list. Two elements are enough to detect ids that are not
 * unique.
 */
const LIST_LENGTH = 2

/**
 * Properties of a valibot schema that the generator reads. Schemas are plain objects:
 * https://valibot.dev/guides/internal-architecture/ (read 2026-11-22)
 */
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
 * Generates a value that a schema accepts, as a reply of a network. The same `turn` generates the
 * same value.
 *
 * @param schema - The platform's schema for the reply.
 * @param turn - Number of replies that were generated before.
 * @param options - `round`: number of earlier requests of the same kind. A later round returns a
 * final state, so that polling ends. `origin`: origin of the request. `isBare`: omits optional
 * fields.
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
  // No candidate satisfies the schema, for example because of a custom check. Returns the first
  // candidate.
  return first
}

function* candidates(shape: Shape, field: string, place: Place, level: number): Generator {
  // In a pipe, the first schema determines the type of the candidates. `sample` validates each
  // candidate with the whole pipe.
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
        yield sample(option as v.GenericSchema, field, place, level + 1) // safe cast: valibot only accepts schemas as options of a union
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
    // The schema accepts any type, or the generator does not know the schema's type.
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
    (option) => sample(option as v.GenericSchema, field, place, level + 1), // safe cast: valibot only accepts schemas as options of an intersection
  )
  return Object.assign({}, ...parts)
}
