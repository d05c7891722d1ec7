import type { OutgoingRequest } from '@social/core/platform'

const POST = /^\/api\/v1\/statuses$/
const REBLOG = /\/reblog$/
const UNREBLOG = /\/unreblog$/
const MEDIA = /^\/api\/v[12]\/media$/
const PAGED = ['min_id', 'max_id', 'since_id']

/**
 * Returns the key of the rate limit that applies to a request. Posts have their own key, because
 * an exhausted limit of posts must not block reading. If several limits apply, the response
 * headers describe the one closest to exhaustion.
 * config/initializers/rack_attack.rb and the rate-limit families of the server (read 2026-09-24)
 */
export function rateLimitKey({ method, url }: Pick<OutgoingRequest, 'method' | 'url'>): string {
  const { pathname, searchParams } = new URL(url)
  if (method === 'POST' && (POST.test(pathname) || REBLOG.test(pathname))) return 'posts'
  if (method === 'PUT' && pathname.startsWith('/api/v1/statuses/')) return 'posts'
  if (method === 'POST' && UNREBLOG.test(pathname)) return 'deletes'
  if (method === 'POST' && MEDIA.test(pathname)) return 'media'
  if (method === 'DELETE' && pathname.startsWith('/api/v1/statuses/')) return 'deletes'
  return PAGED.some((name) => searchParams.has(name)) ? 'pages' : 'api'
}
