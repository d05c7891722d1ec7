import { ConfigError } from '@social/core/platform'

import { compareIds } from '../map/index.js'

/** What a server gives as id of a notification: digits, ULIDs, UUIDs, hashes, and `<moment>/<type>/<uuid>`. */
const ID = /^[0-9A-Za-z_.:/-]{1,128}$/

/** Milliseconds since 1970. */
const MOMENT = /^\d{1,15}$/

/** Polling cursor. */
export interface Marker {
  /** The newest notification that was handed out. */
  readonly id: string
  /** When it happened, where the id alone does not tell what is older: milliseconds since 1970. */
  readonly at: number | null
}

/** Stands between an id and its moment; no id has it. */
const BEFORE_MOMENT = '~'

/** Ids that tell by themselves what is older: Mastodon's own. */
export function isCounted(id: string): boolean {
  return /^\d{1,128}$/.test(id)
}

/** True when ids fall from the newest to the marker: digits as numbers, others of one length letter by letter (ULIDs). */
export function fall(ids: readonly string[], marker: string): boolean {
  const all = [...ids, marker]
  const areCounted = all.every((id) => isCounted(id))
  if (!areCounted && all.some(({ length }) => length !== marker.length)) return false
  return all.every((id, index) => index === 0 || compareIds(all[index - 1] ?? '', id) > 0)
}

/**
 * Reads a marker. That of Bluesky has `::` in it.
 *
 * @throws ConfigError for one that Mastodon cannot have made.
 */
export function readMarker(marker: string): Marker {
  const [id = '', moment, ...more] = marker.slice(0, 200).split(BEFORE_MOMENT)
  const isMoment = moment === undefined ? /\d/.test(id) : MOMENT.test(moment)
  const isOurs = more.length === 0 && ID.test(id) && !id.includes('::')
  if (isOurs && isMoment) return { id, at: moment === undefined ? null : Number(moment) }
  throw new ConfigError(
    `The marker ${JSON.stringify(marker.slice(0, 80))} was not made by mastodon. Pass null to start afresh.`,
    { platform: 'mastodon' },
  )
}

/** A marker as an application stores it. The moment is only there where it is needed. */
export function toMarker({ id, at }: Marker): string {
  return at === null ? id : `${id}${BEFORE_MOMENT}${at}`
}
