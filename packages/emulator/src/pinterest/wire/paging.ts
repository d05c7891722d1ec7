import { invalid } from './refusals.js'

/**
 * Default number of items on a page.
 * Source: `page_size` in https://github.com/pinterest/api-description, v5/openapi.json 5.23.0
 * (read 2026-11-22)
 */
const DEFAULT_PAGE_SIZE = 25
/** Maximum number of items on a page. Same source. */
const MAX_PAGE_SIZE = 250

const toBookmark = (id: string): string => Buffer.from(`after:${id}`).toString('base64url')

function readBookmark(text: string): string {
  const found = /^after:(\d+)$/.exec(Buffer.from(text, 'base64url').toString())
  if (found?.[1] === undefined) throw invalid("'bookmark' is not valid")
  return found[1]
}

/** Returns one page of a list as JSON. `bookmark` is null on the last page. */
export function page<T extends { readonly id: string }>(
  { searchParams }: URL,
  all: readonly T[],
  toJson: (one: T) => object,
): object {
  const size = Number(searchParams.get('page_size') ?? DEFAULT_PAGE_SIZE)
  if (!Number.isInteger(size) || size < 1 || size > MAX_PAGE_SIZE)
    throw invalid(`'page_size' constraint: minimum=1, maximum=${MAX_PAGE_SIZE}`)
  const bookmark = searchParams.get('bookmark')
  const after = bookmark === null ? null : readBookmark(bookmark)
  const start = after === null ? 0 : all.findIndex(({ id }) => id === after) + 1
  if (after !== null && start === 0) throw invalid("'bookmark' is not valid")
  const items = all.slice(start, start + size)
  const last = items.at(-1)
  const hasMore = start + size < all.length
  return {
    items: items.map((one) => toJson(one)),
    bookmark: hasMore && last !== undefined ? toBookmark(last.id) : null,
  }
}
