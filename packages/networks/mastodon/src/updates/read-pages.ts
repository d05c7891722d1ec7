import { type Call, PlatformError, type RawData } from '@social/core/platform'

import { hasTrait } from '../limits/index.js'
import { compareIds, toMomentOrNull } from '../map/index.js'
import type { Settings } from '../options.js'
import { notificationsReply } from '../schemas.js'
import { fall, isCounted, type Marker } from './marker.js'

/** What every server knows. https://docs.joinmastodon.org/methods/notifications/ (read 2026-11-22) */
const OLD_TYPES = ['mention', 'favourite', 'reblog', 'follow']
/** What is asked for. Servers before 3.5 do not know `update`, and those before 4.5 nothing of quotes. */
export const TYPES: readonly string[] = [...OLD_TYPES, 'quote', 'update', 'quoted_update']

/** Notifications of one page at most, and when a gap is closed. https://docs.joinmastodon.org/methods/notifications/ (read 2026-09-24) */
const GAP_PAGE = 80

/** Pages that are read to close one gap: 800 notifications. Our choice. */
const MAX_GAP_PAGES = 10

/** A notification as it came; only its id is known. */
export type Told = RawData & { readonly id: string }

/** Notifications that follow a marker, newest first. */
export interface Following {
  readonly told: readonly Told[]
  /** True when there may be newer ones: the page was full, and goes forward from the marker. */
  readonly more: boolean
}

/** Asks without the newer types where the server refuses a type it does not know. */
export async function readPage(
  query: Readonly<Record<string, string | number | null>>,
  { includeFiltered }: Settings,
  call: Call,
): Promise<readonly Told[]> {
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

/** When a notification happened, in milliseconds since 1970; null when the server does not say. */
export function momentOf({ created_at: moment }: Told): number | null {
  return typeof moment === 'string' ? (toMomentOrNull(moment)?.getTime() ?? null) : null
}

/** The server's own order, which is newest first; a server that turns a page with `min_id` round is turned back. */
function newestFirst(page: readonly Told[]): readonly Told[] {
  const [first, last] = [page[0], page.at(-1)]
  if (first === undefined || last === undefined) return page
  const [from, to] = [momentOf(first), momentOf(last)]
  return from !== null && to !== null && from < to ? page.toReversed() : page
}

/** What of a page is newer than the marker; `isWhole` when the page reaches down to it. */
function above(
  page: readonly Told[],
  marker: Marker,
): { readonly told: readonly Told[]; readonly isWhole: boolean } {
  const end = page.findIndex((one) => isAtOrBelow(one, marker))
  return end === -1 ? { told: page, isWhole: false } : { told: page.slice(0, end), isWhole: true }
}

/** True for what was handed out. A marker whose own notification is gone is told by its moment, or by counted ids. */
function isAtOrBelow(one: Told, { id, at }: Marker): boolean {
  if (one.id === id) return true
  const moment = momentOf(one)
  if (at !== null) return moment !== null && moment < at
  return isCounted(id) && isCounted(one.id) && compareIds(one.id, id) < 0
}

/** Closes the gap between a page and the marker: back page by page, until the marker, or what is older, turns up. */
async function closeGap(
  newest: readonly Told[],
  marker: Marker,
  settings: Settings,
  call: Call,
): Promise<readonly Told[]> {
  const told = [...newest]
  const seen = new Set(told.map(({ id }) => id))
  for (let pages = 0; pages < MAX_GAP_PAGES; pages += 1) {
    const page = await readPage({ max_id: told.at(-1)?.id ?? null, limit: GAP_PAGE }, settings, call)
    const { told: newer, isWhole } = above(page, marker)
    const more = newer.filter(({ id }) => !seen.has(id))
    for (const one of more) seen.add(one.id)
    told.push(...more)
    if (isWhole || more.length === 0) return told
  }
  call.warn(
    `More than ${told.length} notifications have come since the last poll, and this server does not page forward: older ones are left out. Poll more often.`,
  )
  return told
}

/**
 * What came after a marker. `min_id` goes forward page by page on Mastodon; elsewhere it gives the newest page, and leaves
 * a gap that has to be closed before anything is handed out.
 *
 * @param size - How many are asked for.
 */
export async function readFollowing(
  marker: Marker,
  size: number,
  settings: Settings,
  call: Call,
): Promise<Following> {
  const page = await readPage({ min_id: marker.id, limit: size }, settings, call)
  const { told, isWhole } = above(page, marker)
  if (isWhole || page.length < size) return { told, more: false }
  const ids = told.map(({ id }) => id)
  if (fall(ids, marker.id) && (await hasTrait('pagesForward', call, settings))) return { told, more: true }
  const all = await closeGap(told, marker, settings, call)
  const oldest = all.slice(-size)
  // Where the page was right above the marker already, it may be that this server does page forward.
  return { told: oldest, more: all.length > oldest.length || all.length === told.length }
}
