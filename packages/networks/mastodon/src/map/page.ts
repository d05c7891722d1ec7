import { readLinkHeader, type ReplyHeaders } from '@social/core/platform'

/**
 * Returns the cursor of the next page: `max_id` in the URL of the `Link` header. Ignores the rest
 * of the URL, because the URL may name another host.
 */
export function nextMaxId(headers: ReplyHeaders): string | null {
  const { next } = readLinkHeader(headers['link'])
  return next === undefined
    ? null
    : (URL.parse(next, 'https://server.invalid')?.searchParams.get('max_id') ?? null)
}
