import type { Fields } from '../types.js'

/** Query text of fields, percent-encoded: lists repeat the name, null and undefined are left out. */
export function encodeQuery(fields: Fields): string {
  let text = ''
  for (const name of Object.keys(fields)) {
    const value = fields[name]
    if (value === null || value === undefined) continue
    const encodedName = encode(name)
    if (isList(value)) for (const one of value) text += `&${encodedName}=${encode(String(one))}`
    else text += `&${encodedName}=${encode(String(value))}`
  }
  return text.slice(1)
}

/** The same as a form body (`application/x-www-form-urlencoded`), where a space is a plus. */
export function encodeForm(fields: Fields): string {
  return encodeQuery(fields).replaceAll('%20', '+')
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value)
}

function encode(text: string): string {
  // Half a character pair cannot be encoded; it becomes the replacement character, as in URLSearchParams.
  return encodeURIComponent(text.toWellFormed())
}
