/** Matches dates such as `2026-09-22T10:00:00+0000`, whose offset has no colon. */
const GRAPH_DATE = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)([+-]\d\d):?(\d\d)$/
/** Maximum length of a date, because the text is untrusted. Our choice. */
const MAX_DATE_LENGTH = 40
/**
 * Unix times from this number on are read as milliseconds. In seconds, this number is a time in
 * the year 5138.
 */
const MIN_MILLISECONDS = 100_000_000_000

/**
 * Parses a time of the Graph API: a date, Unix seconds, or Unix milliseconds as in webhooks for
 * messages.
 *
 * @returns Null for any other value.
 */
export function toGraphMoment(value: unknown): Date | null {
  if (typeof value === 'number') return toDate(value > MIN_MILLISECONDS ? value : value * 1000)
  if (typeof value !== 'string' || value.length > MAX_DATE_LENGTH) return null
  const parts = GRAPH_DATE.exec(value)
  return toDate(Date.parse(parts === null ? value : `${parts[1]}${parts[2]}:${parts[3]}`))
}

function toDate(milliseconds: number): Date | null {
  const date = new Date(milliseconds)
  return Number.isNaN(date.getTime()) ? null : date
}
