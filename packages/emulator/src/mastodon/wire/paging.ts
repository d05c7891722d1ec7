import { compareIds, toId } from './ids.js'
import { Refusal } from './refusals.js'

/** How a list is paged. */
export interface PageRules {
  /** How many there are on a page when nobody says; twice as many at most. */
  readonly usual: number
  /** What the link to newer ones uses. */
  readonly newerBy: 'min_id' | 'since_id'
  /** True when even a page that is not full has a link to older ones. */
  readonly alwaysOlder?: boolean
  /** Parameters that the links keep. */
  readonly keeps?: readonly string[]
}

/** One page, newest first, and its `Link` header. */
export interface ListPage<T> {
  readonly items: readonly T[]
  readonly headers: Readonly<Record<string, string>>
}

/** How many are asked for. @throws Refusal 400 for less than none. */
export function readLimit(query: URLSearchParams, usual: number): number {
  const given = query.get('limit')
  if (given === null || given === '') return usual
  const limit = Number.parseInt(given, 10) || 0
  if (limit < 0) throw new Refusal(400, 'Pagination values for `offset` and `limit` must be positive')
  return Math.min(limit, usual * 2)
}

/** The address of another page. */
export function linkTo(url: URL, rules: PageRules, marker: readonly [string, string]): string {
  const kept = [...url.searchParams].filter(([name]) => ['limit', ...(rules.keeps ?? [])].includes(name))
  return `${url.origin}${url.pathname}?${new URLSearchParams([...kept, [...marker]]).toString()}`
}

/**
 * Cuts a page out of a list. `min_id` is the page right after an id, without gaps; `since_id` is the newest page, as
 * far down as that id; `max_id` is what is older.
 *
 * @param all - Every item, in any order.
 * @param idOf - The id that the list is sorted and paged by; it need not be the item's own.
 */
export function cutPage<T>(
  all: readonly T[],
  idOf: (item: T) => string,
  url: URL,
  rules: PageRules,
): ListPage<T> {
  const query = url.searchParams
  const limit = readLimit(query, rules.usual)
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
