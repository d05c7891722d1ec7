import { readLinkHeader, type ReplyHeaders } from '@social/core/platform'

/**
 * Where a list goes on: `max_id` of the next page's address. Only its query is read, because the address may name another
 * host than the one that was asked.
 */
export function nextMaxId(headers: ReplyHeaders): string | null {
  const { next } = readLinkHeader(headers['link'])
  return next === undefined
    ? null
    : (URL.parse(next, 'https://server.invalid')?.searchParams.get('max_id') ?? null)
}
