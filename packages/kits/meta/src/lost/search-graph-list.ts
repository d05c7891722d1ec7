import { type Call, type Fields, searchList, type ListSearch, type SentSpan } from '@social/core/platform'
import type * as v from 'valibot'

import { toGraphMoment } from '../moments.js'
import { type MoreRule, readGraphPage } from '../paging.js'

/**
 * Number of entries per page: the maximum for lists of posts in the Graph API.
 * https://developers.facebook.com/docs/threads/reference/user (read 2026-11-23)
 */
const PAGE = 100
/**
 * Maximum number of pages that a search reads. The resulting 1,000 entries cover ten days of
 * Instagram's daily limit of 100 posts, four days of Threads' limit of 250 posts, one day of
 * Threads' limit of 1,000 replies, and all 870 posts that a Facebook page may have scheduled in 29
 * days.
 * https://developers.facebook.com/docs/instagram-platform/content-publishing,
 * https://developers.facebook.com/docs/threads/overview (read 2026-11-23)
 */
const MAX_PAGES = 10

/** Search for a sent post or reply in a list of the account. */
export interface GraphListSearch<T> {
  /** Returns the query parameters of the request, such as fields and time filters. */
  query(span: SentSpan): Fields
  /** Way to detect a further page. Default: `NEXT`. */
  readonly more?: MoreRule | undefined
  /**
   * True if the list is sorted from newest to oldest. The search then stops after a page that is
   * older than the time range. Default: true.
   */
  readonly isNewestFirst?: boolean | undefined
  idOf(item: T): string
  /** Returns the creation time of an entry, in the Graph API's format. */
  createdAt(item: T): unknown
  fits(item: T): boolean
  span(): SentSpan
}

/** Searches a list of the account for a sent post or reply. See `searchList`. */
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
