import { wrongArgument } from '../../models/values/wrong-argument.js'
import type { Fields } from '../types.js'

/** Query text of fields, percent-encoded: lists repeat the name, null and undefined are omitted. */
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

/** @throws ConfigError for values without a useful text form, such as `[object Object]`. */
function textOf(value: unknown, name: string): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint')
    return String(value)
  throw wrongArgument(`The field ${name} of a request`, 'text, a number, true or false', value)
}

/** Like `encodeQuery`, for a form body (`application/x-www-form-urlencoded`), in which a space is a plus. */
export function encodeForm(fields: Fields): string {
  return encodeQuery(fields).replaceAll('%20', '+')
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value)
}

function encode(text: string): string {
  // A lone surrogate cannot be encoded. It becomes the replacement character, as in URLSearchParams.
  return encodeURIComponent(text.toWellFormed())
}
