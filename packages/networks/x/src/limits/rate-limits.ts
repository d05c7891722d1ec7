import {
  type OutgoingRequest,
  rateLimitFrom,
  retryAfterSeconds,
  type RateLimitState,
  type ReplyHead,
  type ReplyHeaders,
} from '@social/core/platform'

/**
 * Returns the key of a request's rate limit. X counts each route separately.
 * https://docs.x.com/x-api/fundamentals/rate-limits (read 2026-11-22)
 */
export function rateLimitKey({ method, url }: Pick<OutgoingRequest, 'method' | 'url'>): string {
  const parts = new URL(url).pathname.split('/')
  return `${method} ${parts.map((part) => (/^\d/.test(part) && part !== '2' ? ':id' : part)).join('/')}`
}

/** Holders of X's daily limits: one user of the app, or the app with all its users. */
const DAYS = ['user', 'app'] as const

/** Returns true when a daily limit is exhausted. A call then does not wait for the reset. */
export function isDayExhausted({ headers }: ReplyHead): boolean {
  return exhaustedDays(headers).length > 0
}

/** Returns the holders whose daily limit is exhausted. */
const exhaustedDays = (headers: ReplyHeaders): readonly (typeof DAYS)[number][] =>
  DAYS.filter((whose) => headers[`x-${whose}-limit-24hour-remaining`]?.trim() === '0')

/** Returns the headers of a daily limit, renamed to the headers of the 15-minute limit. */
function headersOfDay(headers: ReplyHeaders, whose: (typeof DAYS)[number]): ReplyHeaders {
  const { date } = headers
  return {
    'x-rate-limit-limit': headers[`x-${whose}-limit-24hour-limit`] ?? '',
    'x-rate-limit-remaining': '0',
    'x-rate-limit-reset': headers[`x-${whose}-limit-24hour-reset`] ?? '',
    ...(date !== undefined && { date }),
  }
}

const resetOf = (state: RateLimitState | null): number => state?.resetsAt?.getTime() ?? 0

/** Returns the exhausted daily limit with the latest reset; null if no daily limit is exhausted. */
function exhaustedDay(headers: ReplyHeaders, now: Date): RateLimitState | null {
  const states = exhaustedDays(headers).map((whose) => rateLimitFrom(headersOfDay(headers, whose), now))
  return states.toSorted((one, other) => resetOf(other) - resetOf(one))[0] ?? null
}

/**
 * Returns the seconds until X accepts the request again. The sources are, in order: `Retry-After`,
 * the reset of an exhausted daily limit, the reset of the 15-minute limit.
 */
export function secondsToWait({ headers }: Pick<ReplyHead, 'headers'>, now: Date): number | null {
  const day = headers['retry-after'] === undefined ? exhaustedDay(headers, now) : null
  if (day === null) return retryAfterSeconds(headers, now)
  return day.resetsAt === null ? null : Math.max(0, (day.resetsAt.getTime() - now.getTime()) / 1000)
}

/**
 * Reads the rate limit from a response. An exhausted daily limit takes precedence over the
 * 15-minute limit.
 */
export function readRateLimit(reply: ReplyHead, { now }: { readonly now: Date }): RateLimitState | null {
  const { headers } = reply
  return exhaustedDay(headers, now) ?? rateLimitFrom(headers, now)
}
