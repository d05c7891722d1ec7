/** A moment in a response; null when it is missing or invalid. Its clock is unreliable: any program can write records. */
export function toMomentOrNull(text: string | null | undefined): Date | null {
  if (!text) return null
  const moment = new Date(text)
  return Number.isNaN(moment.getTime()) ? null : moment
}
