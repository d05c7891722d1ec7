import { ConfigError } from '@social/core/platform'

import { compareIds } from '../map/index.js'

/** Matches notification ids: numbers, ULIDs, UUIDs, hashes, and `<moment>/<type>/<uuid>`. */
const ID = /^[0-9A-Za-z_.:/-]{1,128}$/

/** Matches a time in milliseconds since 1970. */
const MOMENT = /^\d{1,15}$/

/** Polling cursor: the position up to which notifications were returned. */
export interface Marker {
  /** Id of the newest notification that was returned. */
  readonly id: string
  /**
   * Time of this notification in milliseconds since 1970; null when the id alone determines the
   * order.
   */
  readonly at: number | null
}

/** Separates the id from the time in a marker. No id contains this character. */
const BEFORE_MOMENT = '~'

/**
 * Returns true for numeric ids, whose order is the order of notifications. Mastodon's ids are
 * numeric.
 */
export function isCounted(id: string): boolean {
  return /^\d{1,128}$/.test(id)
}

/**
 * Returns true if each id is larger than the next, and the last id larger than the marker. Numeric
 * ids are compared as numbers, other ids of equal length (ULIDs) as text.
 */
export function fall(ids: readonly string[], marker: string): boolean {
  const all = [...ids, marker]
  const areCounted = all.every((id) => isCounted(id))
  if (!areCounted && all.some(({ length }) => length !== marker.length)) return false
  return all.every((id, index) => index === 0 || compareIds(all[index - 1] ?? '', id) > 0)
}

/**
 * Parses a marker. Refuses ids with `::`, because markers of Bluesky contain `::`.
 *
 * @throws ConfigError for a marker that Mastodon cannot have created.
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

/**
 * Converts a marker to text. `at` is null if the id alone determines the order, and the text then
 * omits the time.
 */
export function toMarker({ id, at }: Marker): string {
  return at === null ? id : `${id}${BEFORE_MOMENT}${at}`
}
