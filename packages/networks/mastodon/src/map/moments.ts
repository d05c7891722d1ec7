/** ISO 8601 with a zone; a moment without one could be any of twenty-four. */
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}.*(?:Z|[+-]\d{2}:?\d{2})$/i

/** A moment of a reply; null when it is missing or cannot be read. */
export function toMomentOrNull(text: string | null | undefined): Date | null {
  if (!text || !MOMENT.test(text)) return null
  const moment = new Date(text)
  return Number.isNaN(moment.getTime()) ? null : moment
}
