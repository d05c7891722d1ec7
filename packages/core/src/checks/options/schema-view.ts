import type { GenericSchema } from 'valibot'

/** The parts of a valibot schema that define its accepted values. */
export interface SchemaView {
  readonly type?: string
  /** Expected type as valibot writes it, for example `boolean` or `("a" | "b")`. */
  readonly expects?: string
  readonly entries?: Readonly<Record<string, SchemaView>>
  /** Item schema of a list. */
  readonly item?: SchemaView
  /** Inner schema of a wrapper such as `optional`. */
  readonly wrapped?: SchemaView
  /** Schemas of a union or variant, or values of a picklist. */
  readonly options?: readonly SchemaView[]
  /** Value of a literal. */
  readonly literal?: unknown
  readonly message?: unknown
  /** Schema, checks and metadata of a pipe. */
  readonly pipe?: readonly (SchemaAction & SchemaView)[]
  /** Default of `optional`. */
  readonly default?: unknown
}

/** A check of a pipe. */
export interface SchemaAction {
  readonly kind?: string
  readonly type?: string
  readonly requirement?: unknown
}

/** Schema types that combine several schemas. */
const COMBINED: ReadonlySet<string | undefined> = new Set(['union', 'variant', 'intersect'])
/** Schema types of objects that accept any field name. */
const TAKES_ANY_NAME: ReadonlySet<string | undefined> = new Set([
  'loose_object',
  'object_with_rest',
  'record',
])

/** Returns the schema as a `SchemaView`. A pipe has the fields of its first schema. */
export function viewOf(schema: GenericSchema): SchemaView {
  return schema
}

/**
 * Returns the entries of an object schema. Also finds the object inside pipes, wrappers and
 * unions.
 *
 * @returns Null for other schemas, and for objects that accept any field name.
 */
export function entriesOf(schema: SchemaView): Readonly<Record<string, SchemaView>> | null {
  if (TAKES_ANY_NAME.has(schema.type)) return null
  if (schema.entries) return schema.entries
  if (schema.wrapped) return entriesOf(schema.wrapped)
  if (!COMBINED.has(schema.type) || !schema.options) return null
  const all = schema.options.map((option) => entriesOf(option))
  return all.includes(null) ? null : Object.assign({}, ...all)
}

/** Returns the schema at a path of field names and list positions, or null for an unknown path. */
export function schemaAt(schema: SchemaView, path: readonly unknown[]): SchemaView | null {
  const [key, ...rest] = path
  if (path.length === 0) return schema
  const list = schema.wrapped?.item ?? schema.item
  const entries = entriesOf(schema)
  const next = typeof key === 'string' && entries && Object.hasOwn(entries, key) ? entries[key] : list
  return next ? schemaAt(next, rest) : null
}
