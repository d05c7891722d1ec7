import { readSmallBody } from '../../framework/bodies/body.js'
import type { Visit } from '../../framework/router.js'
import { Refusal } from './refusals.js'

/** Parameters of a request from query and body: strings, lists and nested ones. */
export interface Params {
  readonly [name: string]: unknown
}

type Draft = Record<string, unknown>

function isDraft(value: unknown): value is Draft {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Appends a value to a list. A named value is added to the last object of the list unless that has the name, as
 * in Rails.
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
 * Stores a value at the path of its name: `a`, `a[]`, `a[b]`, `a[b][]`, `a[][b]`. Conflicting names are
 * ignored.
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

/** Fields as nested parameters. */
export function toParams(pairs: Iterable<readonly [string, unknown]>): Params {
  const params = Object.create(null) as Draft // no inherited names
  for (const [name, value] of pairs) put(params, name, value)
  return params
}

function parseJson(text: string): Params {
  try {
    const value: unknown = JSON.parse(text)
    if (isDraft(value)) return value
  } catch {
    // handled below, like a JSON body that is not an object
  }
  throw new Refusal(400, 'There was a problem in the JSON you submitted')
}

/** Parameters from the query and body of a request. Multipart bodies are read elsewhere. */
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

/** String parameter. Null if it is missing or null. Numbers and booleans are converted to strings. */
export function textOf(params: Params, name: string): string | null {
  const value = params[name]
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null
}

/** String parameter that is not blank. Null otherwise. */
export function filledOf(params: Params, name: string): string | null {
  const text = textOf(params, name)
  return text === null || text.trim() === '' ? null : text
}

/**
 * Boolean parameter as Rails reads it: every value is true except `false`, `f`, `0`, `off` and an empty one.
 */
export function booleanOf(params: Params, name: string): boolean | null {
  const text = textOf(params, name)
  if (text === null || text === '') return null
  return !['false', 'f', '0', 'off'].includes(text.toLowerCase())
}

/** List of strings. Null if the parameter is not a list. */
export function listOf(params: Params, name: string): string[] | null {
  const value = params[name]
  if (!Array.isArray(value)) return null
  return value.filter((one) => typeof one === 'string' || typeof one === 'number').map(String)
}

/** Nested parameters. Null if there are none. */
export function nestedOf(params: Params, name: string): Params | null {
  const value = params[name]
  return isDraft(value) ? value : null
}
