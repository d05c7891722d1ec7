/** Matches ISO 8601 with a time zone. Without a time zone a time is ambiguous. */
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}.*(?:Z|[+-]\d{2}:?\d{2})$/i

/** Reads a time of a response. Returns null when the time is missing or invalid. */
export function toMomentOrNull(text: string | null | undefined): Date | null {
  if (!text || !MOMENT.test(text)) return null
  const moment = new Date(text)
  return Number.isNaN(moment.getTime()) ? null : moment
}
