import { readSmallBody } from '../../framework/bodies/body.js'
import type { Visit } from '../../framework/router.js'
import { Refusal } from './refusals.js'

/**
 * Parameters from the query and body of a request. Values are strings, lists or nested parameters.
 */
export interface Params {
  readonly [name: string]: unknown
}

type Draft = Record<string, unknown>

function isDraft(value: unknown): value is Draft {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Appends a value to a list. A value with a name is added to the last object of the list. If that
 * object already has the name, a new object is added, as in Rails.
 */
function append(before: unknown, name: string, value: unknown): unknown[] {
  const list: unknown[] = Array.isArray(before) ? [...(before as unknown[])] : []
  if (name === '') return [...list, value]
  const last = list.at(-1)
  if (!isDraft(last) || name in last) return [...list, { [name]: value }]
  last[name] = value
  return list
}

/**
 * Stores a value at the path that its name describes: `a`, `a[]`, `a[b]`, `a[b][]`, `a[][b]`.
 * Conflicting names are ignored.
 */
function put(target: Draft, name: string, value: unknown): void {
  const match = /^([^[\]]+)(?:\[([^[\]]*)\])?(?:\[([^[\]]*)\])?$/.exec(name)
  const [, key, inner, innermost] = match ?? []
  if (key === undefined) return
  const before = target[key]
  if (inner === undefined) target[key] = value
  else if (inner === '') target[key] = append(before, innermost ?? '', value)
  else {
    const nested: Draft = isDraft(before) ? before : {}
    nested[inner] = innermost === undefined ? value : append(nested[inner], innermost, value)
    target[key] = nested
  }
}

/** Converts fields to nested parameters. */
export function toParams(pairs: Iterable<readonly [string, unknown]>): Params {
  const params = Object.create(null) as Draft // safe cast: the object is empty and inherits no names
  for (const [name, value] of pairs) put(params, name, value)
  return params
}

function parseJson(text: string): Params {
  try {
    const value: unknown = JSON.parse(text)
    if (isDraft(value)) return value
  } catch {
    // The code below handles invalid JSON like a JSON body that is not an object.
  }
  throw new Refusal(400, 'There was a problem in the JSON you submitted')
}

/** Reads the parameters from the query and body of a request. Does not read multipart bodies. */
export async function readParams({ request, url }: Visit): Promise<Params> {
  const query = toParams(url.searchParams)
  if (request.method === 'GET' || request.method === 'HEAD' || request.body === null) return query
  const type = request.headers.get('content-type') ?? ''
  const text = new TextDecoder().decode(await readSmallBody(request))
  if (text === '') return query
  if (type.startsWith('application/json')) return { ...query, ...parseJson(text) }
  if (type.startsWith('application/x-www-form-urlencoded'))
    return { ...query, ...toParams(new URLSearchParams(text)) }
  return query // the server ignores a body of any other type
}

/**
 * Returns a string parameter. Returns null if the value is missing or null. Converts numbers and
 * booleans to strings.
 */
export function textOf(params: Params, name: string): string | null {
  const value = params[name]
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null
}

/** Returns a string parameter. Returns null if the value is missing or blank. */
export function filledOf(params: Params, name: string): string | null {
  const text = textOf(params, name)
  return text === null || text.trim() === '' ? null : text
}

/**
 * Reads a boolean parameter as Rails does. Only `false`, `f`, `0`, `off` and an empty value are
 * not true.
 */
export function booleanOf(params: Params, name: string): boolean | null {
  const text = textOf(params, name)
  if (text === null || text === '') return null
  return !['false', 'f', '0', 'off'].includes(text.toLowerCase())
}

/** Returns a list of strings. Returns null if the parameter is not a list. */
export function listOf(params: Params, name: string): string[] | null {
  const value = params[name]
  if (!Array.isArray(value)) return null
  return value.filter((one) => typeof one === 'string' || typeof one === 'number').map(String)
}

/** Returns nested parameters. Returns null if the parameter has none. */
export function nestedOf(params: Params, name: string): Params | null {
  const value = params[name]
  return isDraft(value) ? value : null
}
