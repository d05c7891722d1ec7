import type { Page } from '../../models/index.js'
import { assertList, assertMethods } from '../../models/values/assert-kind.js'
import { assertObject } from '../../models/values/assert-object.js'
import { AGREE_MS, type SentSpan } from './sent-moment.js'

/** A list of the account's own things in which something lost is looked for, and how it is known. */
export interface ListSearchOptions<T> {
  /** Fetches one page; its cursor is null for the first. The span is for networks that can be asked for one. */
  fetchPage(after: string | null, span: SentSpan): Promise<Page<T>>
  idOf(item: T): string
  /** When the network says that it was made; null where it does not say, which is never what was sent. */
  createdAt(item: T): Date | null
  /** True for what may be the one that was sent. Only asked of what was made in the span. */
  fits(item: T): boolean | Promise<boolean>
  /** When it can have been made. Asked again after the first page: its reply may be what tells the network's time. */
  span(): SentSpan
  /** True where the list has the newest first: then it is read no further once a page ends before the span. */
  readonly isNewestFirst: boolean
  /** Pages after which to stop. */
  readonly maxPages: number
}

/** Something that fits, and when the network says that it was made. */
export interface Fitting<T> {
  readonly item: T
  readonly at: Date
}

/** What a list holds of what was sent. */
export interface ListSearch<T> {
  /** What fits, each once, in the order of the list. */
  readonly fitting: readonly Fitting<T>[]
  /**
   * True when everything that was made in the span was seen. Where it is false another one that fits may stand further
   * back, so that the words of what was found prove nothing.
   */
  readonly isWhole: boolean
  /** True when more came since than is looked through: another look would see no more. */
  readonly isCutShort: boolean
}

/** True when a page ends before the span: what is pinned stands at its beginning. One that is empty, or tells no moments, says nothing. */
function endsBefore(moments: readonly (Date | null)[], { from }: SentSpan): boolean {
  const last = moments.findLast((moment) => moment !== null)
  return last !== undefined && last !== null && last < from
}

/** The first page. It is asked for once more where its own reply tells that the span reaches further than what was asked for. */
async function readFirst<T>(
  options: ListSearchOptions<T>,
): Promise<{ readonly page: Page<T>; readonly span: SentSpan }> {
  const asked = options.span()
  const page = await options.fetchPage(null, asked)
  const span = options.span()
  const [earlier, later] = [
    asked.from.getTime() - span.from.getTime(),
    span.until.getTime() - asked.until.getTime(),
  ]
  const isCovered = Math.max(earlier, later) <= AGREE_MS
  return { page: isCovered ? page : await options.fetchPage(null, span), span }
}

/**
 * Looks through a list for what was sent, however many came since: page after page, also behind empty ones, until the
 * list ends, a page ends before the span, a cursor comes again, or `maxPages` were read. What stands on two pages counts
 * once; older things at the beginning of a page (pinned ones) end nothing.
 *
 * Not finding it proves nothing: lists lag behind. Rejects with what a page rejects with.
 */
export async function searchList<T>(options: ListSearchOptions<T>): Promise<ListSearch<T>> {
  assertMethods(options, ['fetchPage', 'idOf', 'createdAt', 'fits', 'span'], 'searchList: options')
  const { isNewestFirst, maxPages } = options
  const fitting = new Map<string, Fitting<T>>()
  const cursors = new Set<string>()
  const looked = (isWhole: boolean, isCutShort = false): ListSearch<T> => ({
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
    if (next === null || (isNewestFirst && endsBefore(moments, span))) return looked(true)
    if (cursors.has(next)) return looked(false)
    if (read === maxPages) return looked(false, true)
    cursors.add(next)
    page = await options.fetchPage(next, span)
  }
}

/** @throws ConfigError for what `searchList` never gives. */
export function assertListSearch(looked: unknown, argument: string): void {
  assertObject(looked, argument, '{ fitting, isWhole }')
  assertList((looked as { readonly fitting?: unknown }).fitting, `${argument}.fitting`) // looked at by name only
}
