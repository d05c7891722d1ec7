import { compareIds, toId } from './ids.js'
import { Refusal } from './refusals.js'

/** Paging rules of a list. */
export interface PageRules {
  /** Default number of items on a page. The maximum is twice the default. */
  readonly defaultValue: number
  /** Query parameter in the link to newer items. */
  readonly newerBy: 'min_id' | 'since_id'
  /** True if even an incomplete page has a link to older items. */
  readonly alwaysOlder?: boolean
  /** Query parameters that the links to other pages repeat. */
  readonly keeps?: readonly string[]
}

/** One page of a list, newest first, and its `Link` header. */
export interface ListPage<T> {
  readonly items: readonly T[]
  readonly headers: Readonly<Record<string, string>>
}

/** Reads the requested number of items. @throws Refusal 400 if the number is negative. */
export function readLimit(query: URLSearchParams, defaultValue: number): number {
  const given = query.get('limit')
  if (given === null || given === '') return defaultValue
  const limit = Number.parseInt(given, 10) || 0
  if (limit < 0) throw new Refusal(400, 'Pagination values for `offset` and `limit` must be positive')
  return Math.min(limit, defaultValue * 2)
}

/** Returns the URL of another page. */
export function linkTo(url: URL, rules: PageRules, marker: readonly [string, string]): string {
  const kept = [...url.searchParams].filter(([name]) => ['limit', ...(rules.keeps ?? [])].includes(name))
  return `${url.origin}${url.pathname}?${new URLSearchParams([...kept, [...marker]]).toString()}`
}

/**
 * Selects a page of a list. With `min_id`, the page contains the items directly after an id,
 * without gaps. With `since_id`, it contains the newest items after an id. With `max_id`, it
 * contains older items.
 *
 * @param all - Every item, in any order.
 * @param idOf - Returns the id by which the list is sorted and paged. This id can differ from the
 * item's own id.
 */
export function cutPage<T>(
  all: readonly T[],
  idOf: (item: T) => string,
  url: URL,
  rules: PageRules,
): ListPage<T> {
  const query = url.searchParams
  const limit = readLimit(query, rules.defaultValue)
  const [minId, sinceId, maxId] = ['min_id', 'since_id', 'max_id'].map((name) => {
    const text = query.get(name)
    return text === null || text === '' ? null : toId(text)
  })
  const above = minId ?? sinceId ?? null
  const fitting = all
    .filter(
      (item) =>
        (above === null || compareIds(idOf(item), above) > 0) &&
        (maxId === null || maxId === undefined || compareIds(idOf(item), maxId) < 0),
    )
    .toSorted((a, b) => compareIds(idOf(b), idOf(a)))
  const isForward = minId !== null && minId !== undefined
  const items = isForward ? fitting.slice(Math.max(0, fitting.length - limit)) : fitting.slice(0, limit)
  const [newest, oldest] = [items[0], items.at(-1)]
  if (newest === undefined || oldest === undefined) return { items, headers: {} }
  const links: string[] = []
  if (rules.alwaysOlder === true || items.length === limit)
    links.push(`<${linkTo(url, rules, ['max_id', idOf(oldest)])}>; rel="next"`)
  links.push(`<${linkTo(url, rules, [rules.newerBy, idOf(newest)])}>; rel="prev"`)
  return { items, headers: { link: links.join(', ') } }
}
