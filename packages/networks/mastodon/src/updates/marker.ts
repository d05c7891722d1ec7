import { ConfigError } from '@social/core/platform'

import { compareIds } from '../map/index.js'

/** Formats of notification ids: digits, ULIDs, UUIDs, hashes, and `<moment>/<type>/<uuid>`. */
const ID = /^[0-9A-Za-z_.:/-]{1,128}$/

/** Milliseconds since 1970. */
const MOMENT = /^\d{1,15}$/

/** Polling cursor. */
export interface Marker {
  /** Id of the newest notification that was returned. */
  readonly id: string
  /** Its time in milliseconds since 1970; null when the id alone determines the order. */
  readonly at: number | null
}

/** Separates an id from its time. No id contains this character. */
const BEFORE_MOMENT = '~'

/** True for numeric ids, which determine the order. Mastodon's ids are numeric. */
export function isCounted(id: string): boolean {
  return /^\d{1,128}$/.test(id)
}

/** True if the ids decrease towards the marker. Numeric ids compare as numbers, ids of equal length (ULIDs) as text. */
export function fall(ids: readonly string[], marker: string): boolean {
  const all = [...ids, marker]
  const areCounted = all.every((id) => isCounted(id))
  if (!areCounted && all.some(({ length }) => length !== marker.length)) return false
  return all.every((id, index) => index === 0 || compareIds(all[index - 1] ?? '', id) > 0)
}

/**
 * Parses a marker. Bluesky markers contain `::`.
 *
 * @throws ConfigError for a marker that this platform cannot have made.
 */
export function readMarker(marker: string): Marker {
  const [id = '', moment, ...more] = marker.slice(0, 200).split(BEFORE_MOMENT)
  const isMoment = moment === undefined ? /\d/.test(id) : MOMENT.test(moment)
  const isOurs = more.length === 0 && ID.test(id) && !id.includes('::')
  if (isOurs && isMoment) return { id, at: moment === undefined ? null : Number(moment) }
  throw new ConfigError(
    `The marker ${JSON.stringify(marker.slice(0, 80))} was not made by mastodon. Pass null to start from the beginning.`,
    { platform: 'mastodon' },
  )
}

/** Serialises a marker for the application. It contains the time only when the order needs it. */
export function toMarker({ id, at }: Marker): string {
  return at === null ? id : `${id}${BEFORE_MOMENT}${at}`
}
