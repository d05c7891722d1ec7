import type { Call, RawData } from '@social/core/platform'

import { toMomentOrNull } from '../map/index.js'
import { notificationsReply } from '../schemas.js'
import type { Gap, Place } from './marker.js'

/** Pages that one poll reads at most, looking for where the last one ended. Our choice. */
const MAX_PAGES = 5

/** A notification as it came; what is needed to find one's place was read. */
export type Listed = RawData & Place

/** A stretch of notifications, newest first. */
export interface Stretch {
  readonly items: readonly Listed[]
  /** What is left below it; null when the place was found, or the list ended. */
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

/** What to read, and where to stop. */
export interface Search {
  /** The place that was seen before. */
  readonly seen: Place
  /** Where to begin; null for the newest. */
  readonly cursor: string | null
  readonly pageSize: number
  /** Seconds to look back behind the place. */
  readonly searchBackSeconds: number
}

/** Reads backwards, newest first, until the place that was seen before. Times are compared as moments, not as text. */
export async function readBackTo(search: Search, call: Call): Promise<Stretch> {
  const { seen, searchBackSeconds, pageSize } = search
  const oldest = timeOf(seen.indexedAt) - searchBackSeconds * 1000
  const items: Listed[] = []
  let { cursor } = search
  let lookedBack = 0
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const read = await readPage({ limit: pageSize, cursor }, call)
    for (const one of read.items) {
      const isSeen =
        searchBackSeconds === 0 && one.uri === seen.uri && timeOf(one.indexedAt) === timeOf(seen.indexedAt)
      if (isSeen || timeOf(one.indexedAt) < oldest) return { items, gap: null }
      if (timeOf(one.indexedAt) <= timeOf(seen.indexedAt) && searchBackSeconds > 0) {
        // One page at most: an account on which much happens would never come to an end.
        if (lookedBack >= pageSize) return { items, gap: null }
        lookedBack += 1
      }
      items.push(one)
    }
    if (read.cursor === null || read.cursor === cursor) return { items, gap: null }
    cursor = read.cursor
  }
  return { items, gap: cursor === null ? null : { cursor, seen } }
}
