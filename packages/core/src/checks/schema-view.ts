import type { GenericSchema } from 'valibot'

/** The parts of a valibot schema that tell what it accepts. */
export interface SchemaView {
  readonly type?: string
  /** What it wants, in valibot's words: `boolean`, `("a" | "b")`. */
  readonly expects?: string
  readonly entries?: Readonly<Record<string, SchemaView>>
  /** Of a list. */
  readonly item?: SchemaView
  /** Of `optional` and its like. */
  readonly wrapped?: SchemaView
  /** Of unions and variants; the values of a picklist. */
  readonly options?: readonly SchemaView[]
  readonly message?: unknown
}

/** Schemas that are made of several others. */
const COMBINED: ReadonlySet<string | undefined> = new Set(['union', 'variant', 'intersect'])
/** Schemas that take any name, so that none is unknown. */
const TAKES_ANY_NAME: ReadonlySet<string | undefined> = new Set([
  'loose_object',
  'object_with_rest',
  'record',
])

/** Looks into a schema; a pipe carries the fields of its first schema. */
export function viewOf(schema: GenericSchema): SchemaView {
  return schema
}

/**
 * The entries an object schema knows, through pipes, wrappers and unions.
 *
 * @returns Null when it is no object, or when it takes any name.
 */
export function entriesOf(schema: SchemaView): Readonly<Record<string, SchemaView>> | null {
  if (TAKES_ANY_NAME.has(schema.type)) return null
  if (schema.entries) return schema.entries
  if (schema.wrapped) return entriesOf(schema.wrapped)
  if (!COMBINED.has(schema.type) || !schema.options) return null
  const all = schema.options.map((option) => entriesOf(option))
  return all.includes(null) ? null : Object.assign({}, ...all)
}

/** The schema at a path of names and list positions; null where it leads nowhere. */
export function schemaAt(schema: SchemaView, path: readonly unknown[]): SchemaView | null {
  const [key, ...rest] = path
  if (path.length === 0) return schema
  const list = schema.wrapped?.item ?? schema.item
  const entries = entriesOf(schema)
  const next = typeof key === 'string' && entries && Object.hasOwn(entries, key) ? entries[key] : list
  return next ? schemaAt(next, rest) : null
}
