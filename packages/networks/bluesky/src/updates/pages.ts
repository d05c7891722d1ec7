import type { Call, RawData } from '@social/core/platform'

import { toMomentOrNull } from '../map/index.js'
import { notificationsReply } from '../schemas.js'
import type { Gap, Place } from './marker.js'

/** Maximum pages that one poll reads to reach the position of the last poll. Our choice. */
const MAX_PAGES = 5

/** A notification as the server sent it. Only its time and URI are validated. */
export type Listed = RawData & Place

/** A part of the list of notifications, newest first. */
export interface Stretch {
  readonly items: readonly Listed[]
  /**
   * Part of the list that is still unread; null when the end position or the end of the list was
   * reached.
   */
  readonly gap: Gap | null
}

/** Reads one page of notifications, newest first. */
export async function readPage(
  query: { readonly limit: number; readonly cursor: string | null },
  { http }: Call,
): Promise<{ readonly items: readonly Listed[]; readonly cursor: string | null }> {
  const reply = await http.get('/xrpc/app.bsky.notification.listNotifications', notificationsReply, { query })
  return { items: reply.notifications, cursor: reply.cursor ?? null }
}

const timeOf = (text: string): number => toMomentOrNull(text)?.getTime() ?? Infinity

/** Part of the list to read. */
export interface Search {
  /** Position at which the last poll started. */
  readonly seen: Place
  /** Cursor at which to start; null for the newest notification. */
  readonly cursor: string | null
  readonly pageSize: number
  /** Seconds before `seen` that are read again. */
  readonly searchBackSeconds: number
}

/**
 * Reads the list backwards, from the newest notification to the position of the last poll.
 * Compares times as dates, because their texts can differ in format.
 */
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
        // At most one page is read again. Without this limit, polling a busy account would never
        // end.
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
