import type { RateLimit, RateLimitRules } from '../settings.js'
import { tokenOf } from '../sign-in/access.js'
import type { MastodonState } from '../state.js'

/** State of a rate limit. */
export interface RateStatus {
  readonly limit: number
  readonly remaining: number
  readonly exceeded: boolean
  readonly resetsAt: Date
}

/** Counts one request. Time windows start at multiples of their length, as on the real server. */
function countOne(state: MastodonState, key: string, rule: RateLimit): RateStatus {
  const now = state.clock.now().getTime()
  const length = rule.seconds * 1000
  const window = Math.floor(now / length)
  const running = state.rateWindows.get(key)
  const entry = running?.window === window ? running : { window, count: 0 }
  entry.count += 1
  state.rateWindows.set(key, entry)
  return {
    limit: rule.requests,
    remaining: Math.max(0, rule.requests - entry.count),
    exceeded: entry.count > rule.requests,
    resetsAt: new Date((window + 1) * length),
  }
}

function rulesFor(state: MastodonState, request: Request, url: URL): [keyof RateLimitRules, string][] {
  const token = tokenOf(state, request)
  const subject = token?.personId ?? token?.appId ?? 'anybody'
  const rules: [keyof RateLimitRules, string][] =
    token === null
      ? [['anonymous', 'anybody']]
      : [
          ['perToken', token.id],
          ['perAccount', subject],
        ]
  const { method } = request
  const { pathname, searchParams } = url
  if (method === 'POST' && /^\/api\/v\d+\/media$/.test(pathname)) rules.push(['media', subject])
  const isUnboost = method === 'POST' && /^\/api\/v1\/statuses\/\d+\/unreblog$/.test(pathname)
  if (isUnboost || (method === 'DELETE' && /^\/api\/v1\/statuses\/\d+$/.test(pathname)))
    rules.push(['deletes', subject])
  if (['page', 'min_id', 'max_id', 'since_id'].some((name) => searchParams.has(name)))
    rules.push(['paging', subject])
  return rules
}

/**
 * Counts an API request under every matching rule. Returns the state of the rule with the fewest
 * remaining requests.
 */
export function countRequest(state: MastodonState, request: Request): RateStatus | null {
  const url = new URL(request.url)
  if (!url.pathname.startsWith('/api/')) return null
  const rateStatuses = rulesFor(state, request, url).map(([rule, subject]) =>
    countOne(state, `${rule} ${subject}`, state.settings.rateLimits[rule]),
  )
  return rateStatuses.reduce((tightest, one) =>
    one.exceeded || (!tightest.exceeded && one.remaining < tightest.remaining) ? one : tightest,
  )
}

/** Counts a new post against the account's limit of posts. */
export function countPost(state: MastodonState, personId: string): RateStatus {
  return countOne(state, `posts ${personId}`, state.settings.rateLimits.posts)
}

/**
 * Creates the three rate limit headers. The reset time is a date with microseconds, not a number.
 */
export function rateHeaders({ limit, remaining, resetsAt }: RateStatus): Readonly<Record<string, string>> {
  return {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': resetsAt.toISOString().replace('Z', '000Z'),
  }
}

/** Creates Mastodon's 429 response, which has no `Retry-After` header. */
export function tooMany(rateStatus: RateStatus): Response {
  return Response.json({ error: 'Too many requests' }, { status: 429, headers: rateHeaders(rateStatus) })
}
