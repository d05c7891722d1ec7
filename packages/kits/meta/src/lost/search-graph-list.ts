import { type Call, type Fields, searchList, type ListSearch, type SentSpan } from '@social/core/platform'
import type * as v from 'valibot'

import { toGraphMoment } from '../moments.js'
import { type MoreRule, readGraphPage } from '../paging.js'

/**
 * Entries per page: the maximum of Graph's lists of posts.
 * https://developers.facebook.com/docs/threads/reference/user (read 2026-11-23)
 */
const PAGE = 100
/**
 * Maximum number of pages. These 1,000 entries are ten days of Instagram's 100 posts a day, four of the 250 of
 * Threads, one of its 1,000 replies, and more than all 870 that a page of Facebook may have scheduled in 29 days.
 * https://developers.facebook.com/docs/instagram-platform/content-publishing,
 * https://developers.facebook.com/docs/threads/overview (read 2026-11-23)
 */
const MAX_PAGES = 10

/** Search of a list for a lost item. */
export interface GraphListSearch<T> {
  /** Fields and time filters of the request. */
  query(span: SentSpan): Fields
  /** Default: `NEXT`. */
  readonly more?: MoreRule | undefined
  /** Default: true. No page is read after a page that is older than the span. */
  readonly isNewestFirst?: boolean | undefined
  idOf(item: T): string
  /** Creation time in Graph's format. */
  createdAt(item: T): unknown
  fits(item: T): boolean
  span(): SentSpan
}

/** Searches a list of the account for a sent item: see `searchList`. */
export function searchGraphList<S extends v.GenericSchema>(
  call: Pick<Call, 'http'>,
  path: string,
  schema: S,
  search: GraphListSearch<v.InferOutput<S>>,
): Promise<ListSearch<v.InferOutput<S>>> {
  const { more = 'NEXT', isNewestFirst = true } = search
  return searchList<v.InferOutput<S>>({
    fetchPage: (after, span) =>
      readGraphPage(call, path, schema, { query: { ...search.query(span), limit: PAGE }, more, after }),
    idOf: (item) => search.idOf(item),
    createdAt: (item) => toGraphMoment(search.createdAt(item)),
    fits: (item) => search.fits(item),
    span: () => search.span(),
    isNewestFirst,
    maxPages: MAX_PAGES,
  })
}
