import { hash } from 'node:crypto'

import { ConfigError } from '@social/core/platform'
import * as v from 'valibot'

import { toMomentOrNull } from '../map/index.js'

/** A position in the list of notifications. */
export interface Place {
  /** Time of the listing, in the format of the network. */
  readonly indexedAt: string
  readonly uri: string
}

/** An unread part of the list: from `cursor` down to a position that was already read. */
export interface Gap {
  readonly cursor: string
  readonly seen: Place
}

/** Polling cursor. */
export interface Marker extends Place {
  /** Null when everything down to the last marker was read. */
  readonly gap: Gap | null
  /** Cursor in the log of private messages; null when it is not polled. */
  readonly chat: string | null
  /** Keys of the notifications returned last, which a poll can read again. Newest first. */
  readonly recent: readonly string[]
}

/** Maximum notifications in a marker: more than one page, and well below the maximum marker length. Our choice. */
const MAX_RECENT = 150

/** Short key of a notification. A collision with 100 notifications would take about 2^30 attempts. */
const keyOf = ({ indexedAt, uri }: Place): string =>
  hash('sha256', `${indexedAt} ${uri}`, 'base64url').slice(0, 8)

/** Keys of returned notifications, newest first, then those of the previous marker. */
export function recentOf(newestFirst: readonly Place[], before: readonly string[]): readonly string[] {
  return [...new Set([...newestFirst.map((one) => keyOf(one)), ...before])].slice(0, MAX_RECENT)
}

/** Notifications that were not returned yet. */
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

/** Data of a marker in addition to its position. */
type Rest = Pick<Marker, 'gap' | 'chat' | 'recent'>

/** Serialises a marker for the application: `<indexedAt>::<uri>`, and after it the other data. */
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
    // Older markers, from before private messages, contain only the gap.
    const gap = v.safeParse(gapData, data)
    return gap.success ? { gap: gap.output, chat: null, recent: [] } : v.parse(restData, data)
  } catch {
    return undefined
  }
}

/** Maximum length of a marker in characters: ours contain two addresses and a cursor. Our choice. */
const MAX_MARKER_LENGTH = 8192

/**
 * Parses a marker.
 *
 * @throws ConfigError for a marker that this platform did not make.
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
