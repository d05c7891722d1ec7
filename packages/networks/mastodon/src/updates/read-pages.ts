import { type Call, PlatformError, type RawData } from '@social/core/platform'

import { hasTrait } from '../limits/index.js'
import { compareIds, toMomentOrNull } from '../map/index.js'
import type { Settings } from '../options.js'
import { notificationsReply } from '../schemas.js'
import { fall, isCounted, type Marker } from './marker.js'

/** Notification types that every server knows. https://docs.joinmastodon.org/methods/notifications/ (read 2026-11-22) */
const OLD_TYPES = ['mention', 'favourite', 'reblog', 'follow']
/**
 * Requested notification types. Servers before 3.5 do not know `update`. Servers before 4.5 do not
 * know `quote` and `quoted_update`.
 */
export const TYPES: readonly string[] = [...OLD_TYPES, 'quote', 'update', 'quoted_update']

/**
 * Page size for closing a gap. It is the maximum that servers accept.
 * https://docs.joinmastodon.org/methods/notifications/ (read 2026-09-24)
 */
const GAP_PAGE = 80

/**
 * Maximum pages that are read to close one gap, which together have 800 notifications. Our choice.
 */
const MAX_GAP_PAGES = 10

/** A notification as the server sent it. Only the id is validated. */
export type RawNotification = RawData & { readonly id: string }

/** Result of reading after a marker. The newest notification is first. */
export interface Following {
  readonly notifications: readonly RawNotification[]
  /** True if newer notifications may exist. In that case the page was full. */
  readonly more: boolean
}

/**
 * Reads one page. If the server refuses an unknown notification type, requests only the old types.
 */
export async function readPage(
  query: Readonly<Record<string, string | number | null>>,
  { includeFiltered }: Settings,
  call: Call,
): Promise<readonly RawNotification[]> {
  const read = (types: readonly string[]) =>
    call.http.get('/api/v1/notifications', notificationsReply, {
      query: { 'types[]': types, include_filtered: includeFiltered || null, ...query },
    })
  try {
    return newestFirst(await read(TYPES))
  } catch (error) {
    const isRefusal = PlatformError.is(error) && (error.statusCode === 400 || error.statusCode === 422)
    if (!isRefusal) throw error
    return newestFirst(await read(OLD_TYPES))
  }
}

/** Returns the time of a notification in milliseconds since 1970; null when the time is missing. */
export function momentOf({ created_at: moment }: RawNotification): number | null {
  return typeof moment === 'string' ? (toMomentOrNull(moment)?.getTime() ?? null) : null
}

/**
 * Returns a page with the newest notification first. Some servers return a `min_id` page in
 * reverse order.
 */
function newestFirst(page: readonly RawNotification[]): readonly RawNotification[] {
  const [first, last] = [page[0], page.at(-1)]
  if (first === undefined || last === undefined) return page
  const [from, to] = [momentOf(first), momentOf(last)]
  return from !== null && to !== null && from < to ? page.toReversed() : page
}

/**
 * Returns the notifications of a page that are newer than the marker. `isWhole` is true if the
 * page reaches back to the marker.
 */
function above(
  page: readonly RawNotification[],
  marker: Marker,
): { readonly notifications: readonly RawNotification[]; readonly isWhole: boolean } {
  const end = page.findIndex((one) => isAtOrBelow(one, marker))
  return end === -1
    ? { notifications: page, isWhole: false }
    : { notifications: page.slice(0, end), isWhole: true }
}

/**
 * Returns true if the notification was already returned. If the server no longer lists the
 * marker's notification, the time or the numeric id decides.
 */
function isAtOrBelow(one: RawNotification, { id, at }: Marker): boolean {
  if (one.id === id) return true
  const moment = momentOf(one)
  if (at !== null) return moment !== null && moment < at
  return isCounted(id) && isCounted(one.id) && compareIds(one.id, id) < 0
}

/**
 * Reads older pages until a page reaches the marker. Returns all notifications after the marker.
 */
async function closeGap(
  newest: readonly RawNotification[],
  marker: Marker,
  settings: Settings,
  call: Call,
): Promise<readonly RawNotification[]> {
  const notifications = [...newest]
  const seen = new Set(notifications.map(({ id }) => id))
  for (let pages = 0; pages < MAX_GAP_PAGES; pages += 1) {
    const page = await readPage({ max_id: notifications.at(-1)?.id ?? null, limit: GAP_PAGE }, settings, call)
    const { notifications: newer, isWhole } = above(page, marker)
    const more = newer.filter(({ id }) => !seen.has(id))
    for (const one of more) seen.add(one.id)
    notifications.push(...more)
    if (isWhole || more.length === 0) return notifications
  }
  call.warn(
    `More than ${notifications.length} notifications arrived since the last poll, and this server does not page forward. Older ones are left out. Poll more often.`,
  )
  return notifications
}

/**
 * Reads the notifications after a marker. Mastodon returns the page directly after `min_id`. Other
 * servers return the newest page, so older pages are read until the marker.
 *
 * @param size - Number of notifications to request.
 */
export async function readFollowing(
  marker: Marker,
  size: number,
  settings: Settings,
  call: Call,
): Promise<Following> {
  const page = await readPage({ min_id: marker.id, limit: size }, settings, call)
  const { notifications, isWhole } = above(page, marker)
  if (isWhole || page.length < size) return { notifications, more: false }
  const ids = notifications.map(({ id }) => id)
  if (fall(ids, marker.id) && (await hasTrait('pagesForward', call, settings)))
    return { notifications, more: true }
  const all = await closeGap(notifications, marker, settings, call)
  const oldest = all.slice(-size)
  // `more` is also true if the older pages contained nothing new, because then the server may page
  // forward like Mastodon.
  return { notifications: oldest, more: all.length > oldest.length || all.length === notifications.length }
}
