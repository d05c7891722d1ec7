import type { Call, CanReadUpdates, CanReadUpdatesAfter, Update, UpdateBatch } from '@social/core/platform'
import * as v from 'valibot'

import { BIGGEST_PAGE } from '../limits.js'
import { toUpdate } from '../map/index.js'
import type { Settings } from '../options.js'
import { notification } from '../schemas.js'
import { type Marker, parseMarker, type Place, toMarkerText } from './marker.js'
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

/** The first poll: the newest page is the beginning. */
async function start(pageSize: number, call: Call): Promise<UpdateBatch> {
  const { items } = await readPage({ limit: pageSize, cursor: null }, call)
  const [newest] = items
  const marker = newest ? toMarkerText({ ...placeOf(newest), gap: null }) : null
  return { updates: toUpdates(items, call), marker, more: false }
}

/**
 * Goes on from a marker. The list only reads backwards: what does not fit into one poll is read by the next ones, from
 * where this one stopped, before anything newer. Nothing is lost that way; a later batch can hold older updates.
 */
async function goOn(marker: Marker, pageSize: number, settings: Settings, call: Call): Promise<UpdateBatch> {
  const { lookBackSeconds } = settings
  const { items, gap } = await readBackTo(
    {
      seen: marker.gap?.seen ?? placeOf(marker),
      cursor: marker.gap?.cursor ?? null,
      pageSize,
      lookBackSeconds,
    },
    call,
  )
  const newest = marker.gap ? undefined : items[0]
  const isNewer = newest !== undefined && Date.parse(newest.indexedAt) >= Date.parse(marker.indexedAt)
  const next = { ...placeOf(isNewer ? newest : marker), gap }
  return {
    updates: toUpdates(items, call),
    marker: toMarkerText(next),
    // After a gap was closed there may be newer ones above it.
    more: gap !== null || marker.gap !== null,
  }
}

/** Polling notifications: nothing is pushed. */
export function polling(settings: Settings): CanReadUpdates & CanReadUpdatesAfter {
  const { updatesPerCheck } = settings
  return {
    async fetchUpdates(since, call) {
      const { items } = await readPage({ limit: updatesPerCheck, cursor: null }, call)
      const updates = toUpdates(items, call)
      return since === null ? updates : updates.filter(({ timestamp }) => timestamp > since)
    },
    async fetchUpdatesAfter(marker, { limit }, call) {
      const pageSize = Math.min(limit ?? updatesPerCheck, BIGGEST_PAGE)
      return marker === null ? start(pageSize, call) : goOn(parseMarker(marker), pageSize, settings, call)
    },
    async markSeen(marker, { http }) {
      const json = { seenAt: parseMarker(marker).indexedAt }
      await http.request('POST', '/xrpc/app.bsky.notification.updateSeen', null, { json, retry: 'always' })
    },
  }
}
