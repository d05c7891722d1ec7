import type { Page } from '../../models/index.js'
import { assertFunction } from '../../models/values/assert-kind.js'
import { refuseUnknownNames } from '../../models/values/unknown-names.js'

/** Options of `paginate`. */
export interface PaginateOptions {
  /** Maximum number of pages to fetch. Default: no limit. */
  readonly maxPages?: number | undefined
}

/**
 * Yields the items of all pages. The next page is fetched only when its first item is requested.
 * Stops after the last page, after `maxPages`, and when a cursor repeats.
 *
 * @param fetchPage - Fetches one page. `after` is the cursor of the page, or null for the first
 * page.
 */
export async function* paginate<T>(
  fetchPage: (after: string | null) => Promise<Page<T>>,
  options: PaginateOptions = {},
): AsyncGenerator<T, void, undefined> {
  assertFunction(fetchPage, 'paginate: fetchPage', 'that reads one page')
  refuseUnknownNames(options, ['maxPages'], 'paginate')
  const { maxPages = Infinity } = options
  const seen = new Set<string>()
  let after: string | null = null
  for (let page = 0; page < maxPages; page += 1) {
    const { items, next }: Page<T> = await fetchPage(after)
    yield* items
    if (next === null || seen.has(next)) return
    seen.add(next)
    after = next
  }
}
