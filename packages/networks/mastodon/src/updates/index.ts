import {
  type Call,
  type CanListen,
  type CanReadUpdates,
  type CanReadUpdatesAfter,
  PlatformError,
  type Update,
} from '@social/core/platform'
import * as v from 'valibot'

import { mayHave, surelyHas } from '../limits/index.js'
import { loadHtmlReader, toUpdate } from '../map/index.js'
import { MAX_UPDATES_PAGE_SIZE, type Settings } from '../options.js'
import { notificationReply } from '../schemas.js'
import { listening } from './listen.js'
import { isCounted, readMarker, toMarker } from './marker.js'
import { type Following, momentOf, readFollowing, readPage, type RawNotification } from './read-pages.js'

/** Notification id that is smaller than every numeric id. */
const BEFORE_ALL = '0'

/** Maximum pages that polling by time reads. To read older updates, poll by marker. Our choice. */
const MAX_PAGES_BACK = 10

/**
 * Converts notifications to updates, oldest first. Keeps the server's order and omits unreadable
 * notifications.
 */
async function toUpdates(
  newestFirst: readonly RawNotification[],
  { connection }: Call,
): Promise<readonly Update[]> {
  const readHtml = await loadHtmlReader()
  return newestFirst.toReversed().flatMap((notification) => {
    const read = v.safeParse(notificationReply, notification)
    const update = read.success ? toUpdate(read.output, connection, readHtml) : null
    return update ? [update] : []
  })
}

/**
 * Returns the marker after a page: the newest notification, even if it is unreadable. Returns null
 * for an empty page.
 */
function markerAfter({ notifications }: Following, call: Call, settings: Settings): string | null {
  const [newest] = notifications
  if (newest === undefined) return null
  const reportsOrder = isCounted(newest.id) && mayHave('pagesForward', call, settings)
  return toMarker({ id: newest.id, at: reportsOrder ? null : momentOf(newest) })
}

/**
 * Returns the marker for an account without notifications. With the marker null, the next poll
 * would return only the newest page.
 */
function beginning(call: Call, settings: Settings): string | null {
  return surelyHas('pagesForward', call, settings) ? BEFORE_ALL : null
}

/** Reads the notifications since a time. Without a time, reads one page. */
async function readSince(
  since: Date | null,
  settings: Settings,
  call: Call,
): Promise<readonly RawNotification[]> {
  const limit = settings.updatesPerCheck
  const notifications = [...(await readPage({ limit }, settings, call))]
  if (since === null) return notifications
  let page: readonly RawNotification[] = notifications
  for (let pages = 1; pages < MAX_PAGES_BACK; pages += 1) {
    const oldest = page.at(-1)
    const moment = oldest === undefined ? null : momentOf(oldest)
    if (oldest === undefined || page.length < limit || moment === null || moment <= since.getTime()) break
    const seen = new Set(notifications.map(({ id }) => id))
    page = await readPage({ max_id: oldest.id, limit }, settings, call)
    const more = page.filter(({ id }) => !seen.has(id))
    if (more.length === 0) break
    notifications.push(...more)
  }
  return notifications
}

/** Creates the methods that poll and stream notifications. The library does not use Web Push. */
export function polling(settings: Settings): CanReadUpdates & CanReadUpdatesAfter & CanListen {
  return {
    ...listening(settings),

    async fetchUpdates(since, call) {
      const updates = await toUpdates(await readSince(since, settings, call), call)
      return since === null ? updates : updates.filter(({ timestamp }) => timestamp > since)
    },

    async fetchUpdatesAfter(marker, { limit }, call) {
      const size = Math.min(limit ?? settings.updatesPerCheck, MAX_UPDATES_PAGE_SIZE)
      const following =
        marker === null
          ? { notifications: await readPage({ limit: size }, settings, call), more: false }
          : await readFollowing(readMarker(marker), size, settings, call)
      return {
        updates: await toUpdates(following.notifications, call),
        marker: markerAfter(following, call, settings) ?? marker ?? beginning(call, settings),
        more: following.more,
      }
    },

    async markSeen(marker, call) {
      const { id } = readMarker(marker)
      const write = () =>
        call.http.request('POST', '/api/v1/markers', null, {
          form: { 'notifications[last_read_id]': id },
          retry: 'always',
        })
      try {
        await write()
      } catch (error) {
        // The server returns 409 for a concurrent write and expects that the request is sent again.
        if (!PlatformError.is(error) || error.statusCode !== 409) throw error
        await write()
      }
    },
  }
}
