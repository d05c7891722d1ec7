/** White space, control characters and marks of the writing direction: none of them belongs into an address. */
// oxlint-disable-next-line no-control-regex -- they are exactly what is refused
const NOT_IN_ADDRESSES = /[\s\u0000-\u001F\u007F-\u009F\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/

/**
 * Turns whatever a network sends for a picture, a page or a link into an address that a page can show.
 *
 * @param value - Anything.
 * @returns The trimmed `http(s)` address, or null for everything else. Never throws.
 */
export function pictureUrl(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const trimmed = value.trim()
  if (!/^https?:\/\/[^/]/i.test(trimmed) || NOT_IN_ADDRESSES.test(trimmed)) return null
  return URL.canParse(trimmed) ? trimmed : null
}
