import { ConfigError } from '../../errors/index.js'
import type { Json } from '../receipt.js'

/**
 * Maximum nesting depth. `parseJson` accepts only 64 levels, so all data of networks can be
 * stored.
 */
const MAX_DEPTH = 100

function isPlainObject(value: object): value is Readonly<Record<string, unknown>> {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

function refuse(path: string, what: string): never {
  throw new ConfigError(`${path} holds ${what}, which JSON does not support. Pass plain JSON.`)
}

function isLeaf(value: unknown): value is string | boolean | null {
  return value === null || typeof value === 'string' || typeof value === 'boolean'
}

/**
 * Sets a field with `defineProperty`, because assigning a field named `__proto__` would change the
 * prototype of the copy.
 */
function setOwn(copy: object, key: string, value: Json): void {
  Object.defineProperty(copy, key, { value, enumerable: true, writable: true, configurable: true })
}

/**
 * Copies a value to plain JSON. A `Date` becomes an ISO text. Like in `JSON.stringify`,
 * `undefined` is omitted from objects and becomes null in arrays. Values that JSON would lose are
 * refused.
 *
 * @param value - Value to copy.
 * @param path - Name of the value, for the error message.
 * @throws ConfigError that names the position of a function, class instance, bigint, NaN or
 * circular reference.
 */
export function toPlainJson(value: unknown, path: string, depth = 0): Json {
  if (isLeaf(value)) return value
  if (typeof value === 'number') return Number.isFinite(value) ? value : refuse(path, String(value))
  if (typeof value !== 'object') return refuse(path, `a ${typeof value}`)
  if (depth > MAX_DEPTH) return refuse(path, 'a circular reference, or too many nested lists')
  if (Array.isArray(value))
    return value.map((item: unknown, at) =>
      item === undefined ? null : toPlainJson(item, `${path}[${at}]`, depth + 1),
    )
  if (value instanceof Date)
    return Number.isNaN(value.getTime()) ? refuse(path, 'an invalid Date') : value.toISOString()
  if (!isPlainObject(value)) return refuse(path, `a ${value.constructor?.name ?? 'class instance'}`)
  const copy: Record<string, Json> = {}
  for (const key of Object.keys(value)) {
    const item = value[key]
    if (item === undefined) continue
    // For most values the path of the field is not needed, and building it would take time.
    const plain = isLeaf(item) ? item : toPlainJson(item, `${path}.${key}`, depth + 1)
    if (key === '__proto__') setOwn(copy, key, plain)
    else copy[key] = plain
  }
  return copy
}
