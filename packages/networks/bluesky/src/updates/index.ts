import type { Call, CanReadUpdates, CanReadUpdatesAfter, Update, UpdateBatch } from '@social/core/platform'
import * as v from 'valibot'

import { MAX_PAGE_SIZE } from '../limits.js'
import { toUpdate } from '../map/index.js'
import type { Settings } from '../options.js'
import { notification } from '../schemas.js'
import { readChatLog } from './chat-log.js'
import { type Marker, parseMarker, type Place, recentOf, toMarkerText, withoutRecent } from './marker.js'
import { type Listed, readBackTo, readPage } from './pages.js'

function toUpdates(newestFirst: readonly Listed[], { connection }: Call): readonly Update[] {
  return newestFirst
    .flatMap((raw) => {
      const read = v.safeParse(notification, raw)
      const update = read.success ? toUpdate(read.output, connection) : null
      return update ? [update] : []
    })
    .toReversed()
}

const placeOf = ({ indexedAt, uri }: Place): Place => ({ indexedAt, uri })

/** Marker position of an account without notifications. */
const OLDEST_PLACE: Place = { indexedAt: '1970-01-01T00:00:00.000Z', uri: 'at://did:web:none/none/none' }

/** Merges lists of updates, sorted by time. */
const inOrder = (...lists: readonly (readonly Update[])[]): readonly Update[] =>
  lists.flat().toSorted((left, right) => left.timestamp.getTime() - right.timestamp.getTime())

/** Polls for the first time, without a marker. Returns the newest page. */
async function start(pageSize: number, settings: Settings, call: Call): Promise<UpdateBatch> {
  const { items } = await readPage({ limit: pageSize, cursor: null }, call)
  const { updates, cursor: chat } = await readChatLog(null, settings, call)
  const newest = items[0] ?? (chat === null ? undefined : OLDEST_PLACE)
  const recent = settings.searchBackSeconds > 0 ? recentOf(items, []) : []
  const marker = newest ? toMarkerText({ ...placeOf(newest), gap: null, chat, recent }) : null
  return { updates: inOrder(toUpdates(items, call), updates), marker, more: false }
}

/**
 * Continues from a marker. The list can only be read from the newest notification backwards. If
 * one poll cannot read everything, the next polls read the rest before they read newer
 * notifications. A later batch can therefore contain older updates.
 */
async function readFrom(
  marker: Marker,
  pageSize: number,
  settings: Settings,
  call: Call,
): Promise<UpdateBatch> {
  const { searchBackSeconds } = settings
  const { items, gap } = await readBackTo(
    {
      seen: marker.gap?.seen ?? placeOf(marker),
      cursor: marker.gap?.cursor ?? null,
      pageSize,
      searchBackSeconds,
    },
    call,
  )
  const chat = await readChatLog(marker.chat, settings, call)
  const newest = marker.gap ? undefined : items[0]
  const isNewer = newest !== undefined && Date.parse(newest.indexedAt) >= Date.parse(marker.indexedAt)
  const recent = searchBackSeconds > 0 ? recentOf(items, marker.recent) : []
  const next = { ...placeOf(isNewer ? newest : marker), gap, chat: chat.cursor, recent }
  return {
    updates: inOrder(toUpdates(withoutRecent(items, marker.recent), call), chat.updates),
    marker: toMarkerText(next),
    // If this poll closed a gap, newer notifications may exist that were not read yet.
    more: gap !== null || marker.gap !== null || chat.more,
  }
}

/** Creates the methods that poll notifications. Bluesky pushes none. */
export function polling(settings: Settings): CanReadUpdates & CanReadUpdatesAfter {
  const { updatesPerCheck } = settings
  return {
    async fetchUpdates(since, call) {
      const { items } = await readPage({ limit: updatesPerCheck, cursor: null }, call)
      const updates = toUpdates(items, call)
      return since === null ? updates : updates.filter(({ timestamp }) => timestamp > since)
    },
    async fetchUpdatesAfter(marker, { limit }, call) {
      const pageSize = Math.min(limit ?? updatesPerCheck, MAX_PAGE_SIZE)
      return marker === null
        ? start(pageSize, settings, call)
        : readFrom(parseMarker(marker), pageSize, settings, call)
    },
    async markSeen(marker, { http }) {
      const json = { seenAt: parseMarker(marker).indexedAt }
      await http.request('POST', '/xrpc/app.bsky.notification.updateSeen', null, { json, retry: 'always' })
    },
  }
}
