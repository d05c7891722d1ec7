/**
 * Parses a time in a response. Null when missing or invalid. The time is unreliable, because any program can write
 * records.
 */
export function toMomentOrNull(text: string | null | undefined): Date | null {
  if (!text) return null
  const moment = new Date(text)
  return Number.isNaN(moment.getTime()) ? null : moment
}
