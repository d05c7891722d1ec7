import { badParameter } from './refusals.js'

/** A list, written with commas, as a repeated name, or both. */
export function readList(params: URLSearchParams, name: string): readonly string[] {
  return params
    .getAll(name)
    .flatMap((value) => value.split(','))
    .map((value) => value.trim())
    .filter(Boolean)
}

/** The parts a request asks for; at least one, and only those there are. */
export function readParts(params: URLSearchParams, known: readonly string[]): readonly string[] {
  const parts = readList(params, 'part')
  if (parts.length === 0) throw badParameter('missingRequiredParameter', 'No part selected', 'part')
  const unknown = parts.filter((part) => !known.includes(part) && part !== 'id')
  if (unknown.length > 0) throw badParameter('unknownPart', unknown.join(','), 'part')
  return parts
}

/** `maxResults`, within its range. */
export function readSize(params: URLSearchParams, usual: number, smallest: number, biggest: number): number {
  const size = params.has('maxResults') ? Number(params.get('maxResults')) : usual
  if (Number.isInteger(size) && size >= smallest && size <= biggest) return size
  throw badParameter(
    'invalidValue',
    `Invalid value at 'maxResults': values must be within the range: [${smallest}, ${biggest}]`,
    'maxResults',
  )
}

/** A list as Google writes it: without `items` when there are none and `items` was a search by owner. */
export function listJson(
  kind: string,
  items: readonly object[],
  page: { readonly total: number; readonly size: number; readonly next?: string | null },
): object {
  return {
    kind: `youtube#${kind}ListResponse`,
    etag: etag(items),
    ...(page.next != null && { nextPageToken: page.next }),
    pageInfo: { totalResults: page.total, resultsPerPage: page.size },
    items,
  }
}

/** A tag that changes with what it stands for. */
export function etag(value: unknown): string {
  let sum = 0
  for (const letter of JSON.stringify(value)) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 2_147_483_647
  return `e${sum.toString(36)}`
}
