import { hash } from 'node:crypto'

import { ConfigError } from '../../errors/index.js'
import type { Update } from '../../models/index.js'

/** Maximum number of updates of the overlap that are remembered by id: the newest. An older one is delivered again rather than lost. Our choice. */
export const MAX_REMEMBERED = 1000
/** Maximum length of a marker in characters. A marker with 1,000 ids has about 25,000, and its progress up to 60,000. */
const MAX_TEXT_LENGTH = 200_000
const ENTRY = /^([\w-]{12})\.(-?[0-9a-z]{1,12})$/

/** Progress of polling by time. */
export interface TimeMarker {
  /** Time of the newest handled update, in milliseconds. Null before the first one. */
  readonly at: number | null
  /** No update before this time is delivered. Null if polling began with the latest page. */
  readonly from: number | null
  /** Handled updates that may be listed again: the fingerprint of each id, and the time of the update. */
  readonly seen: ReadonlyMap<string, number>
  /** Progress of an incomplete poll. Null if there is none. */
  readonly walk: Walk | null
}

/** Progress of a poll with several steps, and the time of its first step. */
export interface Walk {
  readonly progress: string
  /** In milliseconds. An update after this time may be in a list that was already read. */
  readonly startedAt: number
}

/** The marker at the start of polling by time. */
export function beginningAt(from: number | null): TimeMarker {
  return { at: null, from, seen: new Map(), walk: null }
}

/** Start of the next poll's window. Null for an unlimited window. */
export function startOfWindow(
  { at, from }: Pick<TimeMarker, 'at' | 'from'>,
  overlapSeconds: number,
): number | null {
  const start = at === null ? null : at - overlapSeconds * 1000
  return start === null || from === null ? (start ?? from) : Math.max(start, from)
}

/** A short fingerprint of an id of any length. Finding an id that collides with one of 1,000 takes 2^62 attempts. */
export function fingerprint(id: string): string {
  return hash('sha256', id, 'base64url').slice(0, 12)
}

/**
 * The marker after all listed updates were handled. A time in the future does not count, so that one update with a
 * wrong date hides no others.
 *
 * @param shown - Updates of the window that the network listed, oldest first.
 */
export function markerAfter(
  before: TimeMarker,
  shown: ReadonlyMap<string, Update>,
  options: { readonly now: number; readonly overlapSeconds: number },
): TimeMarker {
  let at = before.at
  const moments = [...shown.values()].map(({ timestamp }) => timestamp.getTime())
  // Earlier steps did not change the time. The updates that they handled count now.
  if (before.walk !== null) moments.push(...before.seen.values())
  for (const moment of moments) if (moment <= options.now && (at === null || moment > at)) at = moment
  const { from } = before
  const start = startOfWindow({ at, from }, options.overlapSeconds) ?? -Infinity
  const isPast = from !== null && at !== null && from <= at - options.overlapSeconds * 1000
  return { at, from: isPast ? null : from, seen: remembered(before, shown, start), walk: null }
}

/**
 * The marker after one step of an incomplete poll: the time is unchanged, the handled updates are remembered.
 *
 * @param options - `progress` null starts the poll again from its first list.
 */
export function markerDuring(
  before: TimeMarker,
  shown: ReadonlyMap<string, Update>,
  options: {
    readonly progress: string | null
    readonly startedAt: number
    readonly overlapSeconds: number
  },
): TimeMarker {
  const { progress, startedAt, overlapSeconds } = options
  const start = startOfWindow(before, overlapSeconds) ?? -Infinity
  const walk = progress === null ? null : { progress, startedAt }
  return { ...before, seen: remembered(before, shown, start), walk }
}

/** Handled updates that may be listed again. If there are too many, the newest stay: the next window contains them too. */
function remembered(
  before: TimeMarker,
  shown: ReadonlyMap<string, Update>,
  start: number,
): Map<string, number> {
  const kept = [...before.seen]
    .filter(([print]) => !shown.has(print))
    .concat([...shown].map(([print, { timestamp }]) => [print, timestamp.getTime()]))
    .filter(([, moment]) => moment >= start)
    .toSorted(([, one], [, other]) => one - other)
    .slice(-MAX_REMEMBERED)
  return new Map(kept)
}

/** The marker as a string for a store. */
export function writeTimeMarker({ at, from, seen, walk }: TimeMarker): string {
  return JSON.stringify({
    v: 1,
    at: toText(at),
    from: toText(from),
    seen: Array.from(seen, ([print, moment]) => `${print}.${moment.toString(36)}`),
    ...(walk !== null && { walk: { progress: walk.progress, startedAt: toText(walk.startedAt) } }),
  })
}

/** @throws ConfigError for a string that was not written by a poller by time. */
export function readTimeMarker(text: string): TimeMarker {
  const { v, at, from, seen, walk } = parseRecord(text)
  if (v !== 1 || !Array.isArray(seen)) throw unreadable()
  return {
    at: toMilliseconds(at),
    from: toMilliseconds(from),
    seen: new Map(seen.map((entry) => toEntry(entry))),
    walk: toWalk(walk),
  }
}

function toText(moment: number | null): string | null {
  return moment === null ? null : new Date(moment).toISOString()
}

function parseRecord(text: string): Record<string, unknown> {
  if (text.length > MAX_TEXT_LENGTH) throw unreadable()
  try {
    const parsed: unknown = JSON.parse(text)
    if (typeof parsed === 'object' && parsed !== null) return { ...parsed }
  } catch {
    // Reported below, like all other unreadable markers.
  }
  throw unreadable()
}

function toMilliseconds(moment: unknown): number | null {
  if (moment === null) return null
  const milliseconds = typeof moment === 'string' ? Date.parse(moment) : Number.NaN
  if (Number.isNaN(milliseconds)) throw unreadable()
  return milliseconds
}

function toWalk(walk: unknown): Walk | null {
  if (walk === undefined) return null
  if (typeof walk !== 'object' || walk === null || !('progress' in walk) || !('startedAt' in walk))
    throw unreadable()
  const { progress } = walk
  const startedAt = toMilliseconds(walk.startedAt)
  if (typeof progress !== 'string' || startedAt === null) throw unreadable()
  return { progress, startedAt }
}

function toEntry(entry: unknown): [string, number] {
  const [, print, moment] = (typeof entry === 'string' && ENTRY.exec(entry)) || []
  if (print === undefined || moment === undefined) throw unreadable()
  return [print, Number.parseInt(moment, 36)]
}

function unreadable(): ConfigError {
  return new ConfigError(
    'The marker was not saved by a poller by time, or it was saved by a newer version. Pass the last saved marker unchanged, or null to start again.',
  )
}
