import { hash } from 'node:crypto'

import { ConfigError } from '../../errors/index.js'
import type { Update } from '../../models/index.js'

/**
 * Maximum number of updates whose ids are remembered. The newest are kept, and an older update in
 * the overlap is delivered again. Our choice.
 */
export const MAX_REMEMBERED = 1000
/**
 * Maximum length of a stored marker in characters. 1,000 ids need about 25,000, and the progress
 * of a poll up to 60,000.
 */
const MAX_TEXT_LENGTH = 200_000
const ENTRY = /^([\w-]{12})\.(-?[0-9a-z]{1,12})$/

/** State of polling by time, stored as a string after each step. */
export interface TimeMarker {
  /**
   * Time of the newest handled update, in milliseconds since 1970. Null before an update was
   * handled.
   */
  readonly at: number | null
  /** Updates before this time are not delivered. Null if polling began without a start time. */
  readonly from: number | null
  /**
   * Handled updates that the network may list again. Maps the fingerprint of each update's id to
   * the update's time in milliseconds.
   */
  readonly seen: ReadonlyMap<string, number>
  /** Progress of a poll that is not complete. Null between polls. */
  readonly walk: Walk | null
}

/** Progress of a poll that needs several steps. */
export interface Walk {
  readonly progress: string
  /**
   * Time of the poll's first step, in milliseconds. An update after this time may be missing,
   * because its list may have been read before.
   */
  readonly startedAt: number
}

/**
 * Returns the marker for the first poll by time. `from` is the start time in milliseconds, or
 * null.
 */
export function beginningAt(from: number | null): TimeMarker {
  return { at: null, from, seen: new Map(), walk: null }
}

/**
 * Returns the time from which the next poll reads updates, in milliseconds. Null if the next poll
 * has no start time.
 */
export function startOfWindow(
  { at, from }: Pick<TimeMarker, 'at' | 'from'>,
  overlapSeconds: number,
): number | null {
  const start = at === null ? null : at - overlapSeconds * 1000
  return start === null || from === null ? (start ?? from) : Math.max(start, from)
}

/**
 * Returns a short hash of an id of any length. Finding an id whose hash equals one of 1,000 hashes
 * takes 2^62 attempts.
 */
export function fingerprint(id: string): string {
  return hash('sha256', id, 'base64url').slice(0, 12)
}

/**
 * Returns the marker after a complete poll whose updates were all handled. Times in the future are
 * ignored, because a wrong timestamp would otherwise move the window past other updates.
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
  // Earlier steps of this poll did not move the marker's time. The times of the updates that they
  // handled are added here.
  if (before.walk !== null) moments.push(...before.seen.values())
  for (const moment of moments) if (moment <= options.now && (at === null || moment > at)) at = moment
  const { from } = before
  const start = startOfWindow({ at, from }, options.overlapSeconds) ?? -Infinity
  const isPast = from !== null && at !== null && from <= at - options.overlapSeconds * 1000
  return { at, from: isPast ? null : from, seen: remembered(before, shown, start), walk: null }
}

/**
 * Returns the marker after one step of an incomplete poll. The marker's time is unchanged, and the
 * handled updates are remembered.
 *
 * @param options - With `progress` null, the next poll starts again at its first list.
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

/**
 * Returns the handled updates that the network may list again. The newest are kept if there are
 * more than the maximum.
 */
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

/** Serializes the marker for a store. */
export function writeTimeMarker({ at, from, seen, walk }: TimeMarker): string {
  return JSON.stringify({
    v: 1,
    at: toText(at),
    from: toText(from),
    seen: Array.from(seen, ([print, moment]) => `${print}.${moment.toString(36)}`),
    ...(walk !== null && { walk: { progress: walk.progress, startedAt: toText(walk.startedAt) } }),
  })
}

/** Parses a stored marker. @throws ConfigError for a string that polling by time did not write. */
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
    // Invalid JSON is reported below, with the same error as every other unreadable marker.
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
