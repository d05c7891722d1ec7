import { readSmallBody } from '../../framework/bodies/body.js'
import type { Visit } from '../../framework/router.js'
import { Refusal } from './refusals.js'

/** Parameters of a request, query and body together: texts, lists and nested ones. */
export interface Params {
  readonly [name: string]: unknown
}

type Draft = Record<string, unknown>

function isDraft(value: unknown): value is Draft {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Puts a value at the end of a list; a named one joins the last object there that has no such name yet, as in Rails. */
function append(before: unknown, name: string, value: unknown): unknown[] {
  const list: unknown[] = Array.isArray(before) ? [...(before as unknown[])] : []
  if (name === '') return [...list, value]
  const last = list.at(-1)
  if (!isDraft(last) || name in last) return [...list, { [name]: value }]
  last[name] = value
  return list
}

/** Puts one value where its name says: `a`, `a[]`, `a[b]`, `a[b][]`, `a[][b]`. Names that fit nowhere are left out. */
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

/** Fields with their nesting. */
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
    // answered below, as a body that is JSON but no object is
  }
  throw new Refusal(400, 'There was a problem in the JSON you submitted')
}

/** Query and body of a request. Multipart bodies are read elsewhere. */
export async function readParams({ request, url }: Visit): Promise<Params> {
  const query = toParams(url.searchParams)
  if (request.method === 'GET' || request.method === 'HEAD' || request.body === null) return query
  const type = request.headers.get('content-type') ?? ''
  const text = new TextDecoder().decode(await readSmallBody(request))
  if (text === '') return query
  if (type.startsWith('application/json')) return { ...query, ...parseJson(text) }
  if (type.startsWith('application/x-www-form-urlencoded'))
    return { ...query, ...toParams(new URLSearchParams(text)) }
  return query // a body of any other type means nothing to the server
}

/** A text; null when it was not sent, or sent as null. Numbers and booleans count as the text they are. */
export function textOf(params: Params, name: string): string | null {
  const value = params[name]
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null
}

/** A text that is not blank; else null. */
export function filledOf(params: Params, name: string): string | null {
  const text = textOf(params, name)
  return text === null || text.trim() === '' ? null : text
}

/** A boolean as Rails reads one: everything is true but `false`, `f`, `0`, `off` and nothing. */
export function booleanOf(params: Params, name: string): boolean | null {
  const text = textOf(params, name)
  if (text === null || text === '') return null
  return !['false', 'f', '0', 'off'].includes(text.toLowerCase())
}

/** A list of texts; null when it was not sent as a list. */
export function listOf(params: Params, name: string): string[] | null {
  const value = params[name]
  if (!Array.isArray(value)) return null
  return value.filter((one) => typeof one === 'string' || typeof one === 'number').map(String)
}

/** Nested fields; null when there are none. */
export function nestedOf(params: Params, name: string): Params | null {
  const value = params[name]
  return isDraft(value) ? value : null
}
