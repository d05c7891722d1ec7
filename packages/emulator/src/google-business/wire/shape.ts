import type { Json } from '../records.js'
import { badField } from './refusals.js'

/**
 * Allowed type of a JSON value: a primitive type, one of several texts, a list, or an object with
 * named fields.
 */
export type Shape =
  | 'text'
  | 'number'
  | 'integer'
  | 'boolean'
  | { readonly oneOf: readonly string[] }
  | { readonly listOf: Shape }
  | { readonly fields: Readonly<Record<string, Shape>> }

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const wrong = (path: string, value: unknown, type: string): Error =>
  badField(path, `Invalid value at '${path}' (${type}), ${JSON.stringify(value)?.slice(0, 60) ?? ''}`)

function checkFields(fields: Readonly<Record<string, Shape>>, value: unknown, path: string): void {
  if (!isObject(value)) throw wrong(path, value, 'object')
  for (const [name, inner] of Object.entries(value)) {
    const shape = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (shape === undefined) {
      const where = path === '' ? '' : ` at '${path}'`
      const message = `Invalid JSON payload received. Unknown name "${name.slice(0, 60)}"${where}: Cannot find field.`
      throw badField(path, message, message)
    }
    if (inner !== null) checkShape(shape, inner, path === '' ? name : `${path}.${name}`)
  }
}

/**
 * Checks a JSON value as Google does. Unknown fields and other types are refused. Null is accepted
 * for every field of an object.
 * @throws Refusal with the path of the invalid value.
 */
export function checkShape(shape: Shape, value: unknown, path = ''): void {
  if (typeof shape === 'string') {
    const fits =
      shape === 'text'
        ? typeof value === 'string'
        : shape === 'integer'
          ? Number.isInteger(value)
          : typeof value === shape
    if (!fits) throw wrong(path, value, shape === 'text' ? 'TYPE_STRING' : `TYPE_${shape.toUpperCase()}`)
  } else if ('oneOf' in shape) {
    if (typeof value !== 'string' || !shape.oneOf.includes(value)) throw wrong(path, value, 'enum')
  } else if ('listOf' in shape) {
    if (!Array.isArray(value)) throw wrong(path, value, 'list')
    for (const [index, one] of value.entries()) checkShape(shape.listOf, one, `${path}[${index}]`)
  } else checkFields(shape.fields, value, path)
}

function isPath(shape: Shape | undefined, names: readonly string[]): boolean {
  const [name, ...rest] = names
  if (name === undefined) return shape !== undefined
  if (shape === undefined || typeof shape === 'string' || !('fields' in shape)) return false
  return Object.hasOwn(shape.fields, name) && isPath(shape.fields[name], rest)
}

/**
 * Reads the field paths of a mask such as `title,phoneNumbers.primaryPhone`.
 * @throws Refusal for a missing mask or an unknown field.
 */
export function readMask(shape: Shape, text: string | null, name: string): readonly (readonly string[])[] {
  const paths = (text ?? '').split(',').filter((path) => path !== '')
  if (paths.length === 0) throw badField(name, 'Field mask is required.')
  return paths.map((path) => {
    const names = path.split('.')
    if (!isPath(shape, names)) throw badField(name, `Invalid field mask provided: ${path.slice(0, 60)}`)
    return names
  })
}

/** Returns a string unchanged, and an empty string for any other value. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Returns the value at a path. Undefined if the path does not exist. */
function valueAt(value: unknown, names: readonly string[]): unknown {
  let at = value
  for (const name of names) at = isObject(at) ? at[name] : undefined
  return at
}

/**
 * Returns a copy with another value at a path. A missing, null or empty-object value removes the
 * field.
 */
function withValue(value: Json, [name = '', ...rest]: readonly string[], next: unknown): Json {
  const inner = value[name]
  const changed = rest.length === 0 ? next : withValue(isObject(inner) ? inner : {}, rest, next)
  const { [name]: _, ...others } = value
  const isEmpty =
    changed === undefined || changed === null || (isObject(changed) && Object.keys(changed).length === 0)
  return isEmpty ? others : { ...others, [name]: changed }
}

/** Returns the parts of an object that the mask selects. */
export function pick(value: Json, mask: readonly (readonly string[])[]): Json {
  let picked: Json = {}
  for (const names of mask) {
    const inner = valueAt(value, names)
    if (inner !== undefined) picked = withValue(picked, names, inner)
  }
  return picked
}

/**
 * Returns a copy with the masked fields of `changes`. A masked field that `changes` does not
 * contain is removed.
 */
export function patch(value: Json, changes: Json, mask: readonly (readonly string[])[]): Json {
  let patched = value
  for (const names of mask) patched = withValue(patched, names, valueAt(changes, names))
  return patched
}
