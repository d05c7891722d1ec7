/**
 * Reads a time of a response. Returns null when the time is missing or invalid. A time in a record
 * is unreliable, because any program can write records.
 */
export function toMomentOrNull(text: string | null | undefined): Date | null {
  if (!text) return null
  const moment = new Date(text)
  return Number.isNaN(moment.getTime()) ? null : moment
}
