import { types } from 'node:util'

import { ConfigError } from '../../errors/index.js'
import { describeValue, labelOf } from './describe-value.js'

/** A `Temporal.Instant` or `Temporal.ZonedDateTime`, told by its shape so that no polyfill is needed. */
export interface TemporalMoment {
  readonly epochMilliseconds: number
}

/** Every way an application may name a moment: a `Date`, ISO text with an offset, or a Temporal instant. */
export type MomentInput = Date | string | TemporalMoment

/** RFC 3339: a date, a time, and `Z` or an offset. https://www.rfc-editor.org/rfc/rfc3339#section-5.6 */
const ISO_WITH_OFFSET = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?\s?([Zz]|[+-]\d{2}(:?\d{2})?)$/

/** Milliseconds before and after 1970 that a `Date` can hold. https://tc39.es/ecma262/#sec-time-values-and-time-range */
const FARTHEST = 8.64e15

function hasEpoch(value: unknown): value is TemporalMoment {
  return typeof value === 'object' && value !== null && 'epochMilliseconds' in value
}

/** Node's parser wants minutes in the offset (`+02:00`); people and PostgreSQL write `+02`. */
function parseIso(text: string): Date | null {
  if (!ISO_WITH_OFFSET.test(text) || !isDayOfCalendar(text)) return null
  const moment = new Date(
    text
      .replace(' ', 'T')
      .replace(/\s/, '')
      .replace(/([+-]\d{2})$/, '$1:00'),
  )
  return Number.isNaN(moment.getTime()) ? null : moment
}

/** Node's parser takes the 30th of February for the 2nd of March. */
function isDayOfCalendar(text: string): boolean {
  const [year, month, day] = [text.slice(0, 4), text.slice(5, 7), text.slice(8, 10)].map(Number)
  if (year === undefined || month === undefined || day === undefined) return false
  // The day before the first of the next month. A year below 100 would be read as 19xx.
  const last = new Date(Date.UTC(2000, month, 0))
  last.setUTCFullYear(year, month, 0)
  return month >= 1 && month <= 12 && day >= 1 && day <= last.getUTCDate()
}

/**
 * Reads a moment the way an application may write it.
 *
 * @param value - A `Date`, ISO text with an offset, or a Temporal instant or zoned moment.
 * @param field - Name of the field, for the message.
 * @throws ConfigError for an invalid date, a day that no calendar has, and for anything without a time zone.
 */
export function toMoment(value: unknown, field: string): Date {
  // Also a Date of another realm (a vm context, a worker's message, jsdom), which is no instance of this one's.
  if (types.isDate(value)) {
    const epoch = Date.prototype.getTime.call(value)
    if (Number.isNaN(epoch))
      throw new ConfigError(`${labelOf(field)} is an invalid Date. Pass a Date that holds a real moment.`)
    return new Date(epoch)
  }
  if (hasEpoch(value)) {
    const epoch: unknown = value.epochMilliseconds
    if (typeof epoch === 'number' && Math.abs(epoch) <= FARTHEST) return new Date(epoch)
    throw new ConfigError(
      `${labelOf(field)} has an epochMilliseconds that is no moment: ${describeValue(epoch)}. Pass a Date that holds a real moment.`,
    )
  }
  const moment = typeof value === 'string' ? parseIso(value) : null
  if (moment) return moment
  throw new ConfigError(
    `${labelOf(field)} is not a moment with a time zone. Pass a Date, a Temporal.Instant or ZonedDateTime, or ISO text with an offset such as 2026-01-31T10:00:00Z.`,
  )
}

/** As `toMoment`; null and undefined stay null. */
export function toOptionalMoment(value: unknown, field: string): Date | null {
  return value === null || value === undefined ? null : toMoment(value, field)
}
