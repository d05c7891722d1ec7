import type { NotificationPages } from '../settings.js'
import { linkTo, type ListPage, type PageRules, readLimit } from './paging.js'

/**
 * Selects a page of a list whose ids have no order, by the position of the given id. An unknown id
 * is ignored.
 *
 * @param all - All items, oldest first.
 */
export function cutByPlace<T extends { readonly id: string }>(
  all: readonly T[],
  url: URL,
  rules: PageRules & { readonly pages: NotificationPages },
): ListPage<T> {
  const query = url.searchParams
  const limit = readLimit(query, rules.defaultValue)
  const placeOf = (name: string): number => all.findIndex(({ id }) => id === query.get(name))
  const isInclusive = rules.pages === 'INCLUSIVE'
  const [min, max] = [placeOf('min_id'), placeOf('max_id')]
  const first = min === -1 ? 0 : isInclusive ? min : min + 1
  const last = max === -1 ? all.length : isInclusive ? max + 1 : max
  const fitting = all.slice(first, last)
  const goesForward = rules.pages === 'FORWARD' && min !== -1
  const items = (goesForward ? fitting.slice(0, limit) : fitting.slice(-limit)).toReversed()
  const [newest, oldest] = [items[0], items.at(-1)]
  if (newest === undefined || oldest === undefined) return { items, headers: {} }
  const older = `<${linkTo(url, rules, ['max_id', oldest.id])}>; rel="next"`
  const newer = `<${linkTo(url, rules, [rules.newerBy, newest.id])}>; rel="prev"`
  return { items, headers: { link: `${older}, ${newer}` } }
}
