import { badParameter } from './refusals.js'

/** List in a parameter: comma-separated, repeated, or both. */
export function readList(params: URLSearchParams, name: string): readonly string[] {
  return params
    .getAll(name)
    .flatMap((value) => value.split(','))
    .map((value) => value.trim())
    .filter(Boolean)
}

/** Requested parts. At least one is required, and unknown ones are refused. */
export function readParts(params: URLSearchParams, known: readonly string[]): readonly string[] {
  const parts = readList(params, 'part')
  if (parts.length === 0) throw badParameter('missingRequiredParameter', 'No part selected', 'part')
  const unknown = parts.filter((part) => !known.includes(part) && part !== 'id')
  if (unknown.length > 0) throw badParameter('unknownPart', unknown.join(','), 'part')
  return parts
}

/** `maxResults`, within its range. */
export function readSize(
  params: URLSearchParams,
  defaultSize: number,
  minSize: number,
  maxSize: number,
): number {
  const size = params.has('maxResults') ? Number(params.get('maxResults')) : defaultSize
  if (Number.isInteger(size) && size >= minSize && size <= maxSize) return size
  throw badParameter(
    'invalidValue',
    `Invalid value at 'maxResults': values must be within the range: [${minSize}, ${maxSize}]`,
    'maxResults',
  )
}

/** List in Google's format. `items` is missing if it is empty and the search was by owner. */
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

/** ETag of a value. */
export function etag(value: unknown): string {
  let sum = 0
  for (const letter of JSON.stringify(value)) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 2_147_483_647
  return `e${sum.toString(36)}`
}
