import { readLinkHeader, type ReplyHeaders } from '@social/core/platform'

/**
 * Cursor of the next page: `max_id` in the URL of the `Link` header. The rest of the URL is ignored: it may name another
 * host.
 */
export function nextMaxId(headers: ReplyHeaders): string | null {
  const { next } = readLinkHeader(headers['link'])
  return next === undefined
    ? null
    : (URL.parse(next, 'https://server.invalid')?.searchParams.get('max_id') ?? null)
}
