/** A moment the network wrote; null when it is none. Records are written by anybody's clock. */
export function toMomentOrNull(text: string | null | undefined): Date | null {
  if (!text) return null
  const moment = new Date(text)
  return Number.isNaN(moment.getTime()) ? null : moment
}
