import {
  type Call,
  type CanReadUpdates,
  type CanReadUpdatesAfter,
  ConfigError,
  PlatformError,
  type RawData,
  type Update,
} from '@social/core/platform'
import * as v from 'valibot'

import { compareIds, latestId, toUpdate } from './map/index.js'
import { BIGGEST_UPDATES_PAGE, type Settings } from './options.js'
import { notificationReply, notificationsReply } from './schemas.js'

/** What is asked for. Servers before 4.5 do not know `quote`. https://docs.joinmastodon.org/methods/notifications/ (read 2026-09-24) */
const TYPES = ['mention', 'quote', 'favourite', 'reblog', 'follow']

/** What a server gives as id of a notification: digits, or a ULID, UUID or hash, which have a digit somewhere. */
const MARKER = /^(?:\d{1,64}|(?=[^\d]*\d)[0-9A-Za-z_-]{8,64})$/

/** @throws ConfigError for a marker that Mastodon cannot have made. */
function needOwnMarker(marker: string): void {
  if (MARKER.test(marker)) return
  throw new ConfigError(
    `The marker ${JSON.stringify(marker.slice(0, 80))} was not made by mastodon. Pass null to start afresh.`,
    { platform: 'mastodon' },
  )
}

/** One page of notifications: what could be read of it, and every id that was on it. */
interface NotificationsPage {
  /** Oldest first. */
  readonly updates: readonly Update[]
  readonly ids: readonly string[]
}

/** Asks without the newest type where the server refuses a type it does not know. */
async function readPage(
  query: Readonly<Record<string, string | number | null>>,
  includeFiltered: boolean,
  call: Call,
): Promise<readonly RawData[]> {
  const read = (types: readonly string[]) =>
    call.http.get('/api/v1/notifications', notificationsReply, {
      query: { 'types[]': types, include_filtered: includeFiltered || null, ...query },
    })
  try {
    return await read(TYPES)
  } catch (error) {
    const isRefusal = PlatformError.is(error) && (error.statusCode === 400 || error.statusCode === 422)
    if (!isRefusal) throw error
    return read(TYPES.filter((type) => type !== 'quote'))
  }
}

function toPage(notifications: readonly RawData[], { connection }: Call): NotificationsPage {
  const updates = notifications.flatMap((notification) => {
    const read = v.safeParse(notificationReply, notification)
    const update = read.success ? toUpdate(read.output, connection) : null
    return update ? [update] : []
  })
  return {
    updates: updates.toSorted(
      (left, right) => left.timestamp.getTime() - right.timestamp.getTime() || compareIds(left.id, right.id),
    ),
    ids: notifications.map(({ id }) => String(id)),
  }
}

/** Polling notifications. Nothing is pushed: neither Web Push nor streaming is used. */
export function polling(settings: Settings): CanReadUpdates & CanReadUpdatesAfter {
  const { updatesPerCheck, includeFiltered } = settings

  return {
    async fetchUpdates(since, call) {
      const notifications = await readPage({ limit: updatesPerCheck }, includeFiltered, call)
      const { updates } = toPage(notifications, call)
      return since === null ? updates : updates.filter(({ timestamp }) => timestamp > since)
    },

    async fetchUpdatesAfter(marker, { limit }, call) {
      if (marker !== null) needOwnMarker(marker)
      const size = Math.min(limit ?? updatesPerCheck, BIGGEST_UPDATES_PAGE)
      // `min_id` goes forward page by page; `since_id` would leave a gap behind the newest page.
      const notifications = await readPage({ min_id: marker, limit: size }, includeFiltered, call)
      const { updates, ids } = toPage(notifications, call)
      return {
        updates,
        marker: latestId(marker === null ? ids : [marker, ...ids]),
        more: marker !== null && ids.length >= size,
      }
    },

    async markSeen(marker, call) {
      needOwnMarker(marker)
      const write = () =>
        call.http.request('POST', '/api/v1/markers', null, {
          form: { 'notifications[last_read_id]': marker },
          retry: 'always',
        })
      try {
        await write()
      } catch (error) {
        // Two at once: the server asks the slower one to try again.
        if (!PlatformError.is(error) || error.statusCode !== 409) throw error
        await write()
      }
    },
  }
}
