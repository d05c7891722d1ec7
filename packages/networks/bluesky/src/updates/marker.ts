import { hash } from 'node:crypto'

import { ConfigError } from '@social/core/platform'
import * as v from 'valibot'

import { toMomentOrNull } from '../map/index.js'

/** One place in the list of notifications. */
export interface Place {
  /** When it was listed, as the network wrote it. */
  readonly indexedAt: string
  readonly uri: string
}

/** A stretch of the list that was not read yet: from `cursor` down to the place that was seen before. */
export interface Gap {
  readonly cursor: string
  readonly seen: Place
}

/** Where a poll goes on. */
export interface Marker extends Place {
  /** Null once everything down to the last marker was read. */
  readonly gap: Gap | null
  /** Where the log of private messages goes on; null where it is not read. */
  readonly chat: string | null
  /** Keys of the notifications given last: those that a poll reads again by looking back. Newest first. */
  readonly recent: readonly string[]
}

/** Notifications that a marker remembers: more than one page, and well below the longest marker. Our choice. */
const MAX_RECENT = 150

/** A short key of a notification. Two that share one would have to be searched for, 2^30 attempts for 100 notifications. */
const keyOf = ({ indexedAt, uri }: Place): string =>
  hash('sha256', `${indexedAt} ${uri}`, 'base64url').slice(0, 8)

/** Keys of what was given, newest first, and then those that are remembered. */
export function recentOf(newestFirst: readonly Place[], before: readonly string[]): readonly string[] {
  return [...new Set([...newestFirst.map((one) => keyOf(one)), ...before])].slice(0, MAX_RECENT)
}

/** What was not given yet. */
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

/** What a marker holds beside its place. */
type Rest = Pick<Marker, 'gap' | 'chat' | 'recent'>

/** A marker as the application keeps it: `<indexedAt>::<uri>`, and behind it what is still to be read. */
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
    // Markers of before private messages hold the gap alone.
    const gap = v.safeParse(gapData, data)
    return gap.success ? { gap: gap.output, chat: null, recent: [] } : v.parse(restData, data)
  } catch {
    return undefined
  }
}

/** Longest marker that is looked at: ours hold two addresses and a cursor. In letters; our choice. */
const MAX_MARKER_LENGTH = 8192

/**
 * Reads a marker.
 *
 * @throws ConfigError when it was not made here.
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
    `The marker ${JSON.stringify(text.slice(0, 80))} was not made by bluesky. Pass null to start afresh.`,
    { platform: 'bluesky' },
  )
}
