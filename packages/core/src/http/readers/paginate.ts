import type { Page } from '../../models/index.js'
import { assertFunction } from '../../models/values/assert-kind.js'
import { refuseUnknownNames } from '../../models/values/unknown-names.js'

/** How far pages are read. */
export interface PaginateOptions {
  /** Pages after which to stop; no limit unless given. */
  readonly maxPages?: number | undefined
}

/**
 * Reads page after page, only as far as the items are asked for. Stops at the last page, after `maxPages`, and when the
 * network gives a cursor a second time.
 *
 * @param fetchPage - Fetches one page; its cursor is null for the first.
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
