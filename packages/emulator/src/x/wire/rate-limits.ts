import type { XState } from '../state.js'
import { tooMany } from './problems.js'

/**
 * Length of a time window in seconds: 15 minutes.
 * https://docs.x.com/x-api/fundamentals/rate-limits (read 2026-11-22)
 */
const WINDOW_SECONDS = 900
/** Seconds in a day. */
const DAY_SECONDS = 86_400

/**
 * Maximum requests per person in 15 minutes, by route.
 * https://docs.x.com/x-api/fundamentals/rate-limits (read 2026-11-22)
 */
const DEFAULTS: Readonly<Record<string, number>> = {
  'POST /2/tweets': 100,
  'DELETE /2/tweets/:id': 50,
  'GET /2/tweets': 900,
  'GET /2/tweets/:id': 900,
  'GET /2/users/me': 75,
  'GET /2/users/:id/mentions': 300,
  'GET /2/users/:id/tweets': 900,
  'GET /2/tweets/search/recent': 300,
  'GET /2/tweets/:id/liking_users': 75,
  'POST /2/users/:id/likes': 50,
  'DELETE /2/users/:id/likes/:tweet': 50,
  'POST /2/users/:id/retweets': 50,
  'DELETE /2/users/:id/retweets/:tweet': 50,
  'POST /2/media/upload/initialize': 1875,
  'POST /2/media/upload/:id/append': 1875,
  'POST /2/media/upload/:id/finalize': 1875,
  'GET /2/media/upload': 1000,
  'POST /2/media/metadata': 500,
  'POST /2/dm_conversations': 15,
  'POST /2/dm_conversations/:id/messages': 15,
  'POST /2/dm_conversations/with/:user/messages': 15,
  'GET /2/dm_events': 15,
  'GET /2/dm_conversations/:id/dm_events': 15,
  'GET /2/dm_conversations/with/:user/dm_events': 15,
}

/** Maximum requests in 15 minutes of every route that is not listed. */
const DEFAULT_LIMIT = 300

/**
 * Maximum requests per app or per person in 24 hours, by route.
 * https://docs.x.com/x-api/fundamentals/rate-limits (read 2026-11-22)
 */
const DAILY_LIMITS: Readonly<Record<string, readonly ['app' | 'user', number]>> = {
  'POST /2/tweets': ['app', 10_000],
  'POST /2/users/:id/likes': ['user', 1000],
  'POST /2/dm_conversations/with/:user/messages': ['user', 1440],
  'POST /2/dm_conversations/:id/messages': ['user', 1440],
}

function count(
  state: XState,
  key: string,
  { max, seconds }: { readonly max: number; readonly seconds: number },
) {
  const now = state.clock.now().getTime()
  const window = Math.floor(now / (seconds * 1000))
  const running = state.windows.get(key)
  const entry = running?.window === window ? running : { window, count: 0 }
  entry.count += 1
  state.windows.set(key, entry)
  return {
    isTooMany: entry.count > max,
    limit: String(max),
    remaining: String(Math.max(0, max - entry.count)),
    reset: String((window + 1) * seconds),
  }
}

const reported = new WeakMap<Request, Readonly<Record<string, string>>>()

/** Returns the rate limit headers of a response. Empty if the request was not counted. */
export const rateHeaders = (request: Request): Readonly<Record<string, string>> => reported.get(request) ?? {}

/** Counts a request in its time windows. @throws Problem 429 above the limit. */
export function countRequest(
  state: XState,
  request: Request,
  { route, personId }: { readonly route: string; readonly personId: string },
): void {
  const max = state.settings.rates[route] ?? DEFAULTS[route] ?? DEFAULT_LIMIT
  const short = count(state, `${route} ${personId}`, { max, seconds: WINDOW_SECONDS })
  const headers: Record<string, string> = {
    'x-rate-limit-limit': short.limit,
    'x-rate-limit-remaining': short.remaining,
    'x-rate-limit-reset': short.reset,
  }
  const [owner, daily] = DAILY_LIMITS[route] ?? []
  let isTooMany = short.isTooMany
  if (owner !== undefined && daily !== undefined) {
    const key = `day ${route} ${owner === 'app' ? 'app' : personId}`
    const long = count(state, key, {
      max: state.settings.rates[`day ${route}`] ?? daily,
      seconds: DAY_SECONDS,
    })
    headers[`x-${owner}-limit-24hour-limit`] = long.limit
    headers[`x-${owner}-limit-24hour-remaining`] = long.remaining
    headers[`x-${owner}-limit-24hour-reset`] = long.reset
    isTooMany ||= long.isTooMany
  }
  reported.set(request, headers)
  if (isTooMany) throw tooMany()
}
