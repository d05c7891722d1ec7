import { wrongArgument } from '../../models/values/wrong-argument.js'
import type { Fields } from '../types.js'

/**
 * Encodes fields as a query string with percent-encoding. Arrays repeat the name. Null and
 * undefined are omitted.
 */
export function encodeQuery(fields: Fields): string {
  let text = ''
  for (const name of Object.keys(fields)) {
    const value = fields[name]
    if (value === null || value === undefined) continue
    const encodedName = encode(name)
    if (isList(value)) for (const one of value) text += `&${encodedName}=${encode(textOf(one, name))}`
    else text += `&${encodedName}=${encode(textOf(value, name))}`
  }
  return text.slice(1)
}

/**
 * Returns the text of a field's value. @throws ConfigError for a value without a useful text,
 * which would become `[object Object]`.
 */
function textOf(value: unknown, name: string): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint')
    return String(value)
  throw wrongArgument(`The field ${name} of a request`, 'text, a number, true or false', value)
}

/**
 * Encodes fields as a form body (`application/x-www-form-urlencoded`). Unlike in a query string, a
 * space becomes a plus.
 */
export function encodeForm(fields: Fields): string {
  return encodeQuery(fields).replaceAll('%20', '+')
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value)
}

function encode(text: string): string {
  // A lone surrogate cannot be encoded, so it becomes the replacement character U+FFFD, as in
  // URLSearchParams.
  return encodeURIComponent(text.toWellFormed())
}
