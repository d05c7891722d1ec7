import type { Call, RawData } from '@social/core/platform'

import { toMomentOrNull } from '../map/index.js'
import { notificationsReply } from '../schemas.js'
import type { Gap, Place } from './marker.js'

/** Maximum pages that one poll reads to reach the end of the last one. Our choice. */
const MAX_PAGES = 5

/** An unparsed notification. Only its position is validated. */
export type Listed = RawData & Place

/** A part of the list of notifications, newest first. */
export interface Stretch {
  readonly items: readonly Listed[]
  /** The unread part below; null when the position was reached, or the list ended. */
  readonly gap: Gap | null
}

/** One page, newest first. */
export async function readPage(
  query: { readonly limit: number; readonly cursor: string | null },
  { http }: Call,
): Promise<{ readonly items: readonly Listed[]; readonly cursor: string | null }> {
  const reply = await http.get('/xrpc/app.bsky.notification.listNotifications', notificationsReply, { query })
  return { items: reply.notifications, cursor: reply.cursor ?? null }
}

const timeOf = (text: string): number => toMomentOrNull(text)?.getTime() ?? Infinity

/** Range to read. */
export interface Search {
  /** The position that was already read. */
  readonly seen: Place
  /** Cursor to start from; null for the newest. */
  readonly cursor: string | null
  readonly pageSize: number
  /** Seconds to read again before the position. */
  readonly searchBackSeconds: number
}

/** Reads backwards, newest first, to the position that was already read. Times are compared as moments, not as text. */
export async function readBackTo(search: Search, call: Call): Promise<Stretch> {
  const { seen, searchBackSeconds, pageSize } = search
  const oldest = timeOf(seen.indexedAt) - searchBackSeconds * 1000
  const items: Listed[] = []
  let { cursor } = search
  let rereadCount = 0
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const read = await readPage({ limit: pageSize, cursor }, call)
    for (const one of read.items) {
      const isSeen =
        searchBackSeconds === 0 && one.uri === seen.uri && timeOf(one.indexedAt) === timeOf(seen.indexedAt)
      if (isSeen || timeOf(one.indexedAt) < oldest) return { items, gap: null }
      if (timeOf(one.indexedAt) <= timeOf(seen.indexedAt) && searchBackSeconds > 0) {
        // At most one page: otherwise polling a busy account would never end.
        if (rereadCount >= pageSize) return { items, gap: null }
        rereadCount += 1
      }
      items.push(one)
    }
    if (read.cursor === null || read.cursor === cursor) return { items, gap: null }
    cursor = read.cursor
  }
  return { items, gap: cursor === null ? null : { cursor, seen } }
}
