import { assertString } from '../../models/values/assert-kind.js'

/** Matches one parameter of a link, such as `; rel="next"`, `; rel=next` or `; crossorigin`. */
const PARAMETER = /\s*;\s*([^\s=;,"<>]+)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*)))?/gsy

/**
 * Parses a `Link` header (RFC 8288).
 *
 * @param value - The header. Undefined if the response has none.
 * @returns The URL of each relation, such as `next` and `prev`. Relation names are in lower case,
 * and the first link of a relation is used.
 */
export function readLinkHeader(value: string | undefined): Readonly<Record<string, string>> {
  const links = new Map<string, string>()
  const header = value ?? ''
  assertString(header, 'readLinkHeader: value')
  let at = header.indexOf('<')
  while (at !== -1) {
    const end = header.indexOf('>', at)
    if (end === -1) break
    const { relation, next } = readParameters(header, end + 1)
    for (const name of relation.toLowerCase().split(/\s+/))
      if (name !== '' && !links.has(name)) links.set(name, header.slice(at + 1, end).trim())
    at = header.indexOf('<', next)
  }
  return Object.fromEntries(links)
}

function readParameters(header: string, start: number): { readonly relation: string; readonly next: number } {
  let relation: string | null = null
  let next = start
  PARAMETER.lastIndex = start
  for (let match = PARAMETER.exec(header); match !== null; match = PARAMETER.exec(header)) {
    next = PARAMETER.lastIndex
    if (match[1]?.toLowerCase() === 'rel') relation ??= match[2] ?? match[3] ?? ''
  }
  return { relation: relation ?? '', next }
}
