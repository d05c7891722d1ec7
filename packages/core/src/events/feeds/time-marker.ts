import { hash } from 'node:crypto'

import { ConfigError } from '../../errors/index.js'
import type { Update } from '../../models/index.js'

/** How many updates of the overlap are remembered by id, the newest. One beyond is handed over again rather than lost. Our choice. */
export const MAX_REMEMBERED = 1000
/** Characters of the longest marker that is read: one of ours with 1,000 ids has some 25,000, and its progress up to 60,000. */
const MAX_TEXT_LENGTH = 200_000
const ENTRY = /^([\w-]{12})\.(-?[0-9a-z]{1,12})$/

/** How far polling by time has come. */
export interface TimeMarker {
  /** The newest moment that was handled, in milliseconds; null before there was one. */
  readonly at: number | null
  /** Nothing before this moment is handed over; null when polling began with the latest page. */
  readonly from: number | null
  /** What was handled and may be shown again: the fingerprint of each id, and its moment. */
  readonly seen: ReadonlyMap<string, number>
  /** A poll that is not complete: where it resumes, and when its first step began; null while there is none. */
  readonly walk: Walk | null
}

/** Progress of a poll that takes several steps. */
export interface Walk {
  readonly progress: string
  /** In milliseconds. What happened later may be in a list that was already read. */
  readonly startedAt: number
}

/** Where polling by time begins. */
export function beginningAt(from: number | null): TimeMarker {
  return { at: null, from, seen: new Map(), walk: null }
}

/** The first moment that is looked at again; null when everything is. */
export function startOfWindow(
  { at, from }: Pick<TimeMarker, 'at' | 'from'>,
  overlapSeconds: number,
): number | null {
  const start = at === null ? null : at - overlapSeconds * 1000
  return start === null || from === null ? (start ?? from) : Math.max(start, from)
}

/** A short name for an id of any length. Two ids that share one would have to be searched for, 2^62 tries for 1,000 ids. */
export function fingerprint(id: string): string {
  return hash('sha256', id, 'base64url').slice(0, 12)
}

/**
 * The marker after everything shown was handled. A moment later than now does not count, so that one update dated in
 * the future hides nothing.
 *
 * @param shown - What the network showed of the window, oldest first.
 */
export function markerAfter(
  before: TimeMarker,
  shown: ReadonlyMap<string, Update>,
  options: { readonly now: number; readonly overlapSeconds: number },
): TimeMarker {
  let at = before.at
  const moments = [...shown.values()].map(({ timestamp }) => timestamp.getTime())
  // The steps before this one moved nothing: what they handled counts now.
  if (before.walk !== null) moments.push(...before.seen.values())
  for (const moment of moments) if (moment <= options.now && (at === null || moment > at)) at = moment
  const { from } = before
  const start = startOfWindow({ at, from }, options.overlapSeconds) ?? -Infinity
  const isPast = from !== null && at !== null && from <= at - options.overlapSeconds * 1000
  return { at, from: isPast ? null : from, seen: remembered(before, shown, start), walk: null }
}

/**
 * The marker after one step of a poll that is not complete: the moment stays, what was handled is remembered.
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

/** What was handled and may be shown again. Of too many, the newest are kept: those are in the next window too. */
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

/** The marker as text for a store. */
export function writeTimeMarker({ at, from, seen, walk }: TimeMarker): string {
  return JSON.stringify({
    v: 1,
    at: toText(at),
    from: toText(from),
    seen: Array.from(seen, ([print, moment]) => `${print}.${moment.toString(36)}`),
    ...(walk !== null && { walk: { progress: walk.progress, startedAt: toText(walk.startedAt) } }),
  })
}

/** @throws ConfigError for text that a poller by time did not write. */
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
    // Said below, like everything else that cannot be read.
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
    'The marker was not saved by a poller that asks by time, or by a newer version. Pass what was saved last, unchanged, or null to start afresh.',
  )
}
