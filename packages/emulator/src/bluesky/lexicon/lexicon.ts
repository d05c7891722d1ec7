import { formatFits, type TextFormat } from './lexicon-formats.js'

/**
 * Error for a value that does not match its schema. Its message equals the message of the real
 * server.
 */
export class LexiconProblem extends Error {
  override readonly name = 'LexiconProblem'
}

/** Checks a value. `path` is the position of the value: `$.record.text`. @throws LexiconProblem */
export type Check = (value: unknown, path: string) => void

const problem = (message: string, path: string): LexiconProblem =>
  new LexiconProblem(path === '' ? message : `${message} at ${path}`)

/**
 * Returns the short form of a value for an error message, as on the real server: `{"ref": ...,
 * "mimeType": ..., ...}`.
 */
function inShort(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? '[]' : '[...]'
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined'
  const names = Object.keys(value)
  const shown = names.slice(0, 2).map((name) => `${JSON.stringify(name)}: ...`)
  return `{${[...shown, ...(names.length > 2 ? ['...'] : [])].join(', ')}}`
}

const expected = (what: string, value: unknown, path: string): LexiconProblem =>
  problem(`Expected ${what} value type (got ${inShort(value)})`, path)

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Constraints of a string. */
export interface TextRules {
  readonly format?: TextFormat
  readonly maxBytes?: number
  readonly maxGraphemes?: number
}

/** Creates a check for a string with the given constraints. */
export function text({ format, maxBytes, maxGraphemes }: TextRules = {}): Check {
  return (value, path) => {
    if (typeof value !== 'string') throw expected('string', value, path)
    const bytes = maxBytes === undefined ? 0 : Buffer.byteLength(value)
    if (maxBytes !== undefined && bytes > maxBytes)
      throw problem(`string too big (maximum ${maxBytes}, got ${bytes})`, path)
    const letters = maxGraphemes === undefined ? 0 : [...segmenter.segment(value)].length
    if (maxGraphemes !== undefined && letters > maxGraphemes)
      throw problem(`grapheme too big (maximum ${maxGraphemes}, got ${letters})`, path)
    if (format !== undefined && !formatFits(format, value))
      throw problem(`Invalid ${format} (got ${JSON.stringify(value)})`, path)
  }
}

/** Creates a check for an integer. */
export function integer({ min, max = Infinity }: { readonly min: number; readonly max?: number }): Check {
  return (value, path) => {
    if (!Number.isInteger(value)) throw expected('integer', value, path)
    if (Number(value) < min) throw problem(`integer too small (minimum ${min}, got ${String(value)})`, path)
    if (Number(value) > max) throw problem(`integer too big (maximum ${max}, got ${String(value)})`, path)
  }
}

/** Creates a check for a list whose items pass `of`. `max` limits the number of items. */
export function list(of: Check, max = Infinity): Check {
  return (value, path) => {
    if (!Array.isArray(value)) throw expected('array', value, path)
    if (value.length > max) throw problem(`array too big (maximum ${max}, got ${value.length})`, path)
    for (const [index, one] of value.entries()) of(one, `${path}[${index}]`)
  }
}

/** True if the value is an object. */
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Creates a check for an object with required and optional fields. The check accepts unknown fields. */
export function object(
  required: Readonly<Record<string, Check>>,
  optional: Readonly<Record<string, Check>> = {},
): Check {
  return (value, path) => {
    if (!isObject(value)) throw expected('object', value, path)
    for (const [name, check] of Object.entries(required)) {
      if (value[name] === undefined) throw problem(`Missing required key "${name}"`, path)
      check(value[name], `${path}.${name}`)
    }
    for (const [name, check] of Object.entries(optional))
      if (value[name] !== undefined) check(value[name], `${path}.${name}`)
  }
}

/**
 * Creates a check for an object whose `$type` selects the check of its kind. An object of an
 * unknown kind is accepted without a check.
 */
export function openUnion(kinds: Readonly<Record<string, Check>>): Check {
  return (value, path) => {
    if (!isObject(value) || typeof value['$type'] !== 'string')
      throw expected('an object which includes the "$type" property', value, path)
    kinds[value['$type']]?.(value, path)
  }
}

/**
 * Creates a check for an object whose `$type` selects the check of its kind. An object of an
 * unknown kind is refused.
 */
export function closedUnion(kinds: Readonly<Record<string, Check>>): Check {
  const names = Object.keys(kinds).map((name) => JSON.stringify(name))
  const choice = `${names.slice(0, -1).join(', ')} or ${names.at(-1) ?? ''}`
  return (value, path) => {
    openUnion(kinds)(value, path)
    const kind = isObject(value) ? String(value['$type']) : ''
    if (!Object.hasOwn(kinds, kind))
      throw problem(`Expected one of ${choice} (got ${JSON.stringify(kind)})`, `${path}.$type`)
  }
}

/**
 * Creates a check for the type and size of a blob reference. `checkRecord` verifies later that the
 * blob exists.
 */
export function blob({ types, maxBytes }: { readonly types: string; readonly maxBytes: number }): Check {
  return (value, path) => {
    const isBlob = isObject(value) && value['$type'] === 'blob' && isObject(value['ref'])
    if (!isBlob) throw expected('blob', value, path)
    const [kind = ''] = types.split('/')
    const type = String(value['mimeType'])
    if (types.endsWith('/*') ? !type.startsWith(`${kind}/`) : type !== types)
      throw problem(`Expected "${types}" (got ${JSON.stringify(type)})`, `${path}.mimeType`)
    if (Number(value['size']) > maxBytes)
      throw problem(`blob too big (maximum ${maxBytes}, got ${String(value['size'])})`, path)
  }
}

/**
 * Refuses non-integer numbers at any depth, because the data model of the protocol allows only
 * integers.
 */
export function refuseFractions(value: unknown, path: string): void {
  if (typeof value === 'number' && !Number.isInteger(value))
    throw expected('one of null, boolean, integer, string, cid, bytes, array or object', value, path)
  if (Array.isArray(value))
    for (const [index, one] of value.entries()) refuseFractions(one, `${path}[${index}]`)
  else if (isObject(value))
    for (const [name, one] of Object.entries(value)) refuseFractions(one, `${path}.${name}`)
}
