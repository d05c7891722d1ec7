import { ConfigError } from '../errors/index.js'

/** A `Temporal.Instant` or `Temporal.ZonedDateTime`, told by its shape so that no polyfill is needed. */
export interface TemporalMoment {
  readonly epochMilliseconds: number
}

/** Every way an application may name a moment: a `Date`, ISO text with an offset, or a Temporal instant. */
export type MomentInput = Date | string | TemporalMoment

/** RFC 3339: a date, a time, and `Z` or an offset. https://www.rfc-editor.org/rfc/rfc3339#section-5.6 */
const ISO_WITH_OFFSET = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?\s?([Zz]|[+-]\d{2}(:?\d{2})?)$/

function hasEpoch(value: unknown): value is TemporalMoment {
  return typeof value === 'object' && value !== null && 'epochMilliseconds' in value
}

/** Node's parser wants minutes in the offset (`+02:00`); people and PostgreSQL write `+02`. */
function parseIso(text: string): Date {
  return new Date(
    text
      .replace(' ', 'T')
      .replace(/\s/, '')
      .replace(/([+-]\d{2})$/, '$1:00'),
  )
}

/**
 * Reads a moment the way an application may write it.
 *
 * @param value - A `Date`, ISO text with an offset, or a Temporal instant or zoned moment.
 * @param field - Name of the field, for the message.
 * @throws ConfigError for an invalid date, and for anything without a time zone.
 */
export function toMoment(value: unknown, field: string): Date {
  if (value instanceof Date) {
    if (Number.isNaN(value.getTime()))
      throw new ConfigError(`${field} is an invalid Date. Pass a Date that holds a real moment.`)
    return new Date(value.getTime())
  }
  if (hasEpoch(value)) return new Date(value.epochMilliseconds)
  if (typeof value === 'string') {
    const moment = ISO_WITH_OFFSET.test(value) ? parseIso(value) : null
    if (moment && !Number.isNaN(moment.getTime())) return moment
  }
  throw new ConfigError(
    `${field} is not a moment with a time zone. Pass a Date, a Temporal.Instant or ZonedDateTime, or ISO text with an offset such as 2026-01-31T10:00:00Z.`,
  )
}

/** As `toMoment`; null and undefined stay null. */
export function toOptionalMoment(value: unknown, field: string): Date | null {
  return value === null || value === undefined ? null : toMoment(value, field)
}
