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
}

const MARKER = /^(.+?)::(at:\/\/[^\s]+?)(?:::([\w-]+))?$/
const place = v.object({ indexedAt: v.string(), uri: v.string() })
const gapData = v.object({ cursor: v.string(), seen: place })

/** A marker as the application keeps it: `<indexedAt>::<uri>`, and behind it what is still to be read. */
export function toMarkerText({ indexedAt, uri, gap }: Marker): string {
  const rest = gap === null ? '' : `::${Buffer.from(JSON.stringify(gap)).toString('base64url')}`
  return `${indexedAt}::${uri}${rest}`
}

function parseGap(text: string | undefined): Gap | null | undefined {
  if (text === undefined) return null
  try {
    return v.parse(gapData, JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
  } catch {
    return undefined
  }
}

/** Longest marker that is looked at: ours hold two addresses and a cursor. */
const LONGEST_MARKER = 8192

/**
 * Reads a marker.
 *
 * @throws ConfigError when it was not made here.
 */
export function parseMarker(text: string): Marker {
  const [, indexedAt, uri, rest] = (text.length <= LONGEST_MARKER && MARKER.exec(text)) || []
  const gap = parseGap(rest)
  if (
    indexedAt &&
    uri &&
    gap !== undefined &&
    /^\d{4}-\d\d-\d\dT/.test(indexedAt) &&
    toMomentOrNull(indexedAt)
  )
    return { indexedAt, uri, gap }
  throw new ConfigError(
    `The marker ${JSON.stringify(text.slice(0, 80))} was not made by bluesky. Pass null to start afresh.`,
    { platform: 'bluesky' },
  )
}
