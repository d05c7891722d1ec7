/**
 * Turns whatever a network sends for a picture into an address a page can show.
 *
 * @param value - Anything.
 * @returns The trimmed `http(s)` address, or null for everything else. Never throws.
 */
export function pictureUrl(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const trimmed = value.trim()
  if (!/^https?:\/\/[^\s/]/i.test(trimmed) || /\s/.test(trimmed)) return null
  return URL.canParse(trimmed) ? trimmed : null
}
