import type { Page } from '../../models/index.js'
import { assertList, assertMethods } from '../../models/values/assert-kind.js'
import { assertObject } from '../../models/values/assert-object.js'
import { AGREE_MS, type SentSpan } from './sent-moment.js'

/** The account's list in which a lost post is searched, and the criteria for a match. */
export interface ListSearchOptions<T> {
  /** Fetches one page. `after` is null for the first page. `span` is for networks that can filter by time. */
  fetchPage(after: string | null, span: SentSpan): Promise<Page<T>>
  idOf(item: T): string
  /**
   * Returns the creation time that the network reports. Return null if the network reports none;
   * the item then never matches.
   */
  createdAt(item: T): Date | null
  /**
   * Returns true if the item may be the post that was sent. Called only for items created within
   * the span.
   */
  fits(item: T): boolean | Promise<boolean>
  /**
   * Returns the period in which the post can have been created. Called again after the first page,
   * because its response may contain the network's time.
   */
  span(): SentSpan
  /**
   * True if the list starts with the newest item. Reading then stops after a page that ends before
   * the span.
   */
  readonly isNewestFirst: boolean
  /** Maximum number of pages. */
  readonly maxPages: number
}

/** A matching item with the creation time reported by the network. */
export interface Fitting<T> {
  readonly item: T
  readonly at: Date
}

/** Result of searching a list. */
export interface ListSearch<T> {
  /** Matching items without duplicates, in the order of the list. */
  readonly fitting: readonly Fitting<T>[]
  /**
   * True if all items created within the span were read. If false, unread items may match too, so
   * that a matching text proves nothing.
   */
  readonly isWhole: boolean
  /** True if `maxPages` was reached before the span. Another search would not read more. */
  readonly isCutShort: boolean
}

/**
 * Returns true if the page ends before the span. Only the last item counts, because pinned items
 * come first.
 */
function endsBefore(moments: readonly (Date | null)[], { from }: SentSpan): boolean {
  const last = moments.findLast((moment) => moment !== null)
  return last !== undefined && last !== null && last < from
}

/**
 * Reads the first page. Reads it again if its response shows that the network's clock requires a
 * wider span.
 */
async function readFirst<T>(
  options: ListSearchOptions<T>,
): Promise<{ readonly page: Page<T>; readonly span: SentSpan }> {
  const requested = options.span()
  const page = await options.fetchPage(null, requested)
  const span = options.span()
  const [earlier, later] = [
    requested.from.getTime() - span.from.getTime(),
    span.until.getTime() - requested.until.getTime(),
  ]
  const isCovered = Math.max(earlier, later) <= AGREE_MS
  return { page: isCovered ? page : await options.fetchPage(null, span), span }
}

/**
 * Searches a list for the post that was sent. Reads page after page, also after empty pages. Stops
 * when the list ends, a page ends before the span, a cursor repeats, or `maxPages` is reached. An
 * item on two pages counts once. Pinned older items at the start of a page do not stop the search.
 *
 * A post that is not found may still have been published, because networks update their lists with
 * a delay. Rejects with the error of a page.
 */
export async function searchList<T>(options: ListSearchOptions<T>): Promise<ListSearch<T>> {
  assertMethods(options, ['fetchPage', 'idOf', 'createdAt', 'fits', 'span'], 'searchList: options')
  const { isNewestFirst, maxPages } = options
  const fitting = new Map<string, Fitting<T>>()
  const cursors = new Set<string>()
  const result = (isWhole: boolean, isCutShort = false): ListSearch<T> => ({
    fitting: [...fitting.values()],
    isWhole,
    isCutShort,
  })
  const { page: first, span } = await readFirst(options)
  let page = first
  for (let read = 1; ; read += 1) {
    const moments = page.items.map((item) => options.createdAt(item))
    for (const [index, item] of page.items.entries()) {
      const at = moments[index] ?? null
      if (at === null || at < span.from || at > span.until) continue
      const id = options.idOf(item)
      if (!fitting.has(id) && (await options.fits(item))) fitting.set(id, { item, at })
    }
    const { next } = page
    if (next === null || (isNewestFirst && endsBefore(moments, span))) return result(true)
    if (cursors.has(next)) return result(false)
    if (read === maxPages) return result(false, true)
    cursors.add(next)
    page = await options.fetchPage(next, span)
  }
}

/** @throws ConfigError unless the value is a result of `searchList`. */
export function assertListSearch(search: unknown, argument: string): void {
  assertObject(search, argument, '{ fitting, isWhole }')
  assertList((search as { readonly fitting?: unknown }).fitting, `${argument}.fitting`) // safe cast: `assertList` checks the field
}
