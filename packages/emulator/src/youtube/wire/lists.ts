import { badParameter } from './refusals.js'

/** Reads a list from a parameter. The values are comma-separated, or the parameter is repeated. */
export function readList(params: URLSearchParams, name: string): readonly string[] {
  return params
    .getAll(name)
    .flatMap((value) => value.split(','))
    .map((value) => value.trim())
    .filter(Boolean)
}

/**
 * Reads the `part` parameter.
 * @throws Refusal if `part` is empty or contains an unknown part.
 */
export function readParts(params: URLSearchParams, known: readonly string[]): readonly string[] {
  const parts = readList(params, 'part')
  if (parts.length === 0) throw badParameter('missingRequiredParameter', 'No part selected', 'part')
  const unknown = parts.filter((part) => !known.includes(part) && part !== 'id')
  if (unknown.length > 0) throw badParameter('unknownPart', unknown.join(','), 'part')
  return parts
}

/**
 * Reads `maxResults`.
 * @throws Refusal if the number is outside the allowed range.
 */
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

/** Returns a list response in Google's format. `nextPageToken` is omitted on the last page. */
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

/** Returns an ETag that depends only on the value. */
export function etag(value: unknown): string {
  let sum = 0
  for (const letter of JSON.stringify(value)) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 2_147_483_647
  return `e${sum.toString(36)}`
}
