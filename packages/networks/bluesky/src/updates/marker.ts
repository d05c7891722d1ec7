import { hash } from 'node:crypto'

import { ConfigError } from '@social/core/platform'
import * as v from 'valibot'

import { toMomentOrNull } from '../map/index.js'

/** A position in the list of notifications. */
export interface Place {
  /** Time at which Bluesky indexed the notification, as text in Bluesky's format. */
  readonly indexedAt: string
  readonly uri: string
}

/**
 * An unread part of the list. It starts at `cursor` and ends at a position that was already read.
 */
export interface Gap {
  readonly cursor: string
  readonly seen: Place
}

/** Polling cursor: the newest notification that was read, and what is still unread. */
export interface Marker extends Place {
  /** Unread part of the list; null when everything newer than the last marker was read. */
  readonly gap: Gap | null
  /** Cursor in the log of private messages; null when messages are not polled. */
  readonly chat: string | null
  /**
   * Keys of the notifications that were returned last, newest first. A poll can read these
   * notifications again.
   */
  readonly recent: readonly string[]
}

/**
 * Maximum keys of notifications in a marker. They cover more than one page and keep the marker
 * below its maximum length. Our choice.
 */
const MAX_RECENT = 150

/**
 * Returns a short key of a notification. To collide with one of 100 notifications, an attacker
 * needs about 2^30 attempts.
 */
const keyOf = ({ indexedAt, uri }: Place): string =>
  hash('sha256', `${indexedAt} ${uri}`, 'base64url').slice(0, 8)

/**
 * Returns the keys of the returned notifications, newest first, followed by the keys of the
 * previous marker.
 */
export function recentOf(newestFirst: readonly Place[], before: readonly string[]): readonly string[] {
  return [...new Set([...newestFirst.map((one) => keyOf(one)), ...before])].slice(0, MAX_RECENT)
}

/** Returns the notifications that earlier polls have not returned. */
export function withoutRecent<T extends Place>(items: readonly T[], recent: readonly string[]): readonly T[] {
  const known = new Set(recent)
  return items.filter((one) => !known.has(keyOf(one)))
}

const MARKER = /^(.+?)::(at:\/\/[^\s]+?)(?:::([\w-]+))?$/
const place = v.object({ indexedAt: v.string(), uri: v.string() })
const gapData = v.object({ cursor: v.string(), seen: place })
const restData = v.object({
  gap: v.nullable(gapData),
  chat: v.nullable(v.string()),
  recent: v.optional(v.array(v.string()), []),
})

/** Fields of a marker that are optional in its text. */
type Rest = Pick<Marker, 'gap' | 'chat' | 'recent'>

/**
 * Converts a marker to text: `<indexedAt>::<uri>`, followed by the other fields in base64url if
 * needed.
 */
export function toMarkerText({ indexedAt, uri, gap, chat, recent }: Marker): string {
  const rest: Rest = { gap, chat, recent }
  const isPlain = gap === null && chat === null && recent.length === 0
  const end = isPlain ? '' : `::${Buffer.from(JSON.stringify(rest)).toString('base64url')}`
  return `${indexedAt}::${uri}${end}`
}

function parseRest(text: string | undefined): Rest | undefined {
  if (text === undefined) return { gap: null, chat: null, recent: [] }
  try {
    const data: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    // Markers of earlier versions, without private messages, contain only the gap.
    const gap = v.safeParse(gapData, data)
    return gap.success ? { gap: gap.output, chat: null, recent: [] } : v.parse(restData, data)
  } catch {
    return undefined
  }
}

/**
 * Maximum characters of a marker. A marker contains at most two AT URIs, a cursor and the recent
 * keys. Our choice.
 */
const MAX_MARKER_LENGTH = 8192

/**
 * Parses a marker.
 *
 * @throws ConfigError for a marker that Bluesky cannot have created.
 */
export function parseMarker(text: string): Marker {
  const [, indexedAt, uri, rest] = (text.length <= MAX_MARKER_LENGTH && MARKER.exec(text)) || []
  const parsed = parseRest(rest)
  if (
    indexedAt &&
    uri &&
    parsed !== undefined &&
    /^\d{4}-\d\d-\d\dT/.test(indexedAt) &&
    toMomentOrNull(indexedAt)
  )
    return { indexedAt, uri, ...parsed }
  throw new ConfigError(
    `The marker ${JSON.stringify(text.slice(0, 80))} was not made by bluesky. Pass null to start from the beginning.`,
    { platform: 'bluesky' },
  )
}
