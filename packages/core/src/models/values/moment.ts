import { types } from 'node:util'

import { ConfigError } from '../../errors/index.js'
import { describeValue, labelOf } from './describe-value.js'

/**
 * A `Temporal.Instant` or `Temporal.ZonedDateTime`. Only this field is needed, so no polyfill of
 * Temporal is required.
 */
export interface TemporalMoment {
  readonly epochMilliseconds: number
}

/**
 * Time that an application can pass: a `Date`, an ISO text with an offset, or a Temporal instant
 * or zoned date-time.
 */
export type MomentInput = Date | string | TemporalMoment

/**
 * Matches a date, a time, and `Z` or an offset (RFC 3339).
 * https://www.rfc-editor.org/rfc/rfc3339#section-5.6
 */
const ISO_WITH_OFFSET = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?\s?([Zz]|[+-]\d{2}(:?\d{2})?)$/

/**
 * Maximum distance from 1970 that a `Date` can represent, in milliseconds.
 * https://tc39.es/ecma262/#sec-time-values-and-time-range
 */
const MAX_EPOCH_MILLISECONDS = 8.64e15

function hasEpoch(value: unknown): value is TemporalMoment {
  return typeof value === 'object' && value !== null && 'epochMilliseconds' in value
}

/**
 * Parses an ISO text. Offsets without minutes (`+02`), as people and PostgreSQL write them, are
 * completed because Node's parser requires `+02:00`.
 */
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

/**
 * Returns false for a day that does not exist. Node's parser would read the 30th of February as
 * the 2nd of March.
 */
function isDayOfCalendar(text: string): boolean {
  const [year, month, day] = [text.slice(0, 4), text.slice(5, 7), text.slice(8, 10)].map(Number)
  if (year === undefined || month === undefined || day === undefined) return false
  // Day 0 of the next month is the last day of this month. The year is set later, because
  // `Date.UTC` reads a year below 100 as 19xx.
  const last = new Date(Date.UTC(2000, month, 0))
  last.setUTCFullYear(year, month, 0)
  return month >= 1 && month <= 12 && day >= 1 && day <= last.getUTCDate()
}

/**
 * Converts a time that an application passed to a `Date`.
 *
 * @param value - A `Date`, an ISO text with an offset, or a Temporal instant or zoned date-time.
 * @param field - Name of the field, for the error message.
 * @throws ConfigError for an invalid date, a day that does not exist, and a time without a time
 * zone.
 */
export function toMoment(value: unknown, field: string): Date {
  // `isDate` also accepts a Date of another realm (vm context, worker message, jsdom), for which
  // `instanceof` is false.
  if (types.isDate(value)) {
    const epoch = Date.prototype.getTime.call(value)
    if (Number.isNaN(epoch)) throw new ConfigError(`${labelOf(field)} is an invalid Date. Pass a valid Date.`)
    return new Date(epoch)
  }
  if (hasEpoch(value)) {
    const epoch: unknown = value.epochMilliseconds
    if (typeof epoch === 'number' && Math.abs(epoch) <= MAX_EPOCH_MILLISECONDS) return new Date(epoch)
    throw new ConfigError(
      `${labelOf(field)} has an epochMilliseconds that is not a valid time: ${describeValue(epoch)}. Pass a valid Date.`,
    )
  }
  const moment = typeof value === 'string' ? parseIso(value) : null
  if (moment) return moment
  throw new ConfigError(
    `${labelOf(field)} is not a time with a time zone. Pass a Date, a Temporal.Instant or ZonedDateTime, or ISO text with an offset such as 2026-01-31T10:00:00Z.`,
  )
}

/** Converts a time like `toMoment`. Null and undefined become null. */
export function toOptionalMoment(value: unknown, field: string): Date | null {
  return value === null || value === undefined ? null : toMoment(value, field)
}
