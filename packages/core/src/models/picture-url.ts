/** Characters that a URL must not contain: white space, control characters and direction marks. */
// oxlint-disable-next-line no-control-regex -- the expression refuses them
const NOT_IN_URLS = /[\s\u0000-\u001F\u007F-\u009F\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/

/**
 * Checks a URL of a picture, a page or a link from a network. Never throws.
 *
 * @param value - Any value.
 * @returns The trimmed `http(s)` URL. Null for any other value.
 */
export function pictureUrl(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const trimmed = value.trim()
  if (!/^https?:\/\/[^/]/i.test(trimmed) || NOT_IN_URLS.test(trimmed)) return null
  return URL.canParse(trimmed) ? trimmed : null
}
