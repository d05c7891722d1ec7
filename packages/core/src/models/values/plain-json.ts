import { ConfigError } from '../../errors/index.js'
import type { Json } from '../receipt.js'

/** Levels of nesting: more than the 64 that `parseJson` reads, so that whatever came from a network can be kept. */
const MAX_DEPTH = 100

function isPlainObject(value: object): value is Readonly<Record<string, unknown>> {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

function refuse(path: string, what: string): never {
  throw new ConfigError(`${path} holds ${what}, which JSON cannot keep. Pass plain JSON.`)
}

function isLeaf(value: unknown): value is string | boolean | null {
  return value === null || typeof value === 'string' || typeof value === 'boolean'
}

/** A key named __proto__ must become a key, not the copy's prototype. */
function setOwn(copy: object, key: string, value: Json): void {
  Object.defineProperty(copy, key, { value, enumerable: true, writable: true, configurable: true })
}

/**
 * Copies a value into plain JSON. A `Date` becomes ISO text, `undefined` is left out of objects and is null in lists,
 * as `JSON.stringify` does it; whatever would be lost silently is refused.
 *
 * @param value - What to copy.
 * @param path - Where it stands, for the message.
 * @throws ConfigError naming the place that holds a function, a class instance, a bigint, NaN or a circle.
 */
export function toPlainJson(value: unknown, path: string, depth = 0): Json {
  if (isLeaf(value)) return value
  if (typeof value === 'number') return Number.isFinite(value) ? value : refuse(path, String(value))
  if (typeof value !== 'object') return refuse(path, `a ${typeof value}`)
  if (depth > MAX_DEPTH) return refuse(path, 'a circle, or lists in lists without end')
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
    // The path is only put together where there is something below to refuse.
    const plain = isLeaf(item) ? item : toPlainJson(item, `${path}.${key}`, depth + 1)
    if (key === '__proto__') setOwn(copy, key, plain)
    else copy[key] = plain
  }
  return copy
}
